"""Outcomes in sentences, and reports ready to paste."""
