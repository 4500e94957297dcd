"""Variants: data folders, their loader and checker."""
