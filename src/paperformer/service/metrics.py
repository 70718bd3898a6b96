"""Metrics of the service, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0, 15.0, 60.0)


class Metrics:
    """The counters of one service."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "paperformer_requests", "Requests answered", ("method", "route", "status"), registry=registry
        )
        self.request_seconds = Histogram(
            "paperformer_request_seconds", "Time to answer a request", ("method", "route"),
            buckets=_SECONDS, registry=registry,
        )  # fmt: skip
        self.reading_seconds = Histogram(
            "paperformer_reading_seconds", "Time to read a document", buckets=_SECONDS, registry=registry
        )
        self.failures = Counter(
            "paperformer_failed_documents", "Documents that could not be read", ("reason",), registry=registry
        )
        self.refused = Counter(
            "paperformer_refused_requests", "Requests told to come again", ("reason",), registry=registry
        )
        self.worker_restarts = Counter(
            "paperformer_worker_restarts", "Workers that were replaced", registry=registry
        )
        self.deliveries = Counter(
            "paperformer_webhook_deliveries", "Webhook calls", ("result",), registry=registry
        )
        self.documents = Gauge(
            "paperformer_documents", "Documents kept, by state", ("state",), registry=registry
        )
        self.workers_ready = Gauge(
            "paperformer_workers_ready", "Whether a worker can read", registry=registry
        )
        self.left_out_parties = Gauge(
            "paperformer_left_out_parties",
            "Confirmed parties that could not be read and are not used",
            registry=registry,
        )
        self.previews = Counter(
            "paperformer_previews", "Pictures of pages asked for", ("result",), registry=registry
        )

    def text(self) -> bytes:
        """All of it in Prometheus' format."""
        return generate_latest(self.registry)
