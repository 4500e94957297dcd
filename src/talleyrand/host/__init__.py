"""The site: games that run by the clock, on a ledger, with a Game Master's desk."""
