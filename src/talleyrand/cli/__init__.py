"""The command `talleyrand`: one file per command, and what they share."""
