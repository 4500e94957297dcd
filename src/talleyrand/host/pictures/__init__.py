"""Pictures of phases, kept as files: only such as everybody may see."""
