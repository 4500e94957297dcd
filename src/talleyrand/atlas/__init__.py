"""Maps: one geometry schema, its checks, the generator, and the drawing of positions, orders and outcomes."""
