"""The rules: rulebook, adjudication, retreats, adjustments, capture, victory."""
