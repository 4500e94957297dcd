"""Talleyrand: read, adjudicate and explain Diplomacy and its variants."""
