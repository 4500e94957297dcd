"""What people are told, once and only to whom it concerns, and how it is sent."""
