"""The Game Master's desk: what she sees there, and what she does that players cannot."""
