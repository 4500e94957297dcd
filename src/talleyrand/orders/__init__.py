"""The order language: read, write, legality, options."""
