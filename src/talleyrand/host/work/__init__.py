"""Work beside the games: mail and pictures by a queue, and the signs of life that a watcher reads."""
