"""The commands of the site: found by the command line through the entry points ``talleyrand.commands``."""
