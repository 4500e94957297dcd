"""Between the tables and the engine; nothing else in the site imports the engine's game, rules or orders."""
