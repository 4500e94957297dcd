"""Drawings of positions, orders and outcomes, as SVG text."""

from talleyrand.atlas.draw.board import LABELS, SHOWS, Show, draw_board, draw_report

__all__ = ["LABELS", "SHOWS", "Show", "draw_board", "draw_report"]
