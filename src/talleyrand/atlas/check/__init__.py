"""Is a drawn map what the adjacency table says? Shares nothing with what makes maps."""

from talleyrand.atlas.check.survey import Survey, check_geometry, survey

__all__ = ["Survey", "check_geometry", "survey"]
