"""The Game Master edits the board, corrects what was published, and mends the map."""
