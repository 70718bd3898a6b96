"""Paperformer as a service: an HTTP API with a review page, and folders that are watched."""
