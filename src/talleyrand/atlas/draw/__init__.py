"""Drawings of positions, orders and outcomes, as SVG text."""

from talleyrand.atlas.draw.board import LABELS, LAYERS, SHOWS, Show, draw_board, draw_report

__all__ = ["LABELS", "LAYERS", "SHOWS", "Show", "draw_board", "draw_report"]
