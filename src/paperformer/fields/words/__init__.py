"""Words of natural languages as data: YAML files by subject, a loader, and the notation of their patterns."""
