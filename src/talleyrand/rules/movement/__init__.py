"""The movement phase: gather the orders, settle what depends on what, tell what became of each."""

from talleyrand.rules.movement.phase import after_movement, resolve_movement

__all__ = ["after_movement", "resolve_movement"]
