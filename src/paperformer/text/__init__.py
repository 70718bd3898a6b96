"""Words to pieces."""
