"""Settings of the service."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from paperformer.documents.limits import Limits
from paperformer.errors import InvalidConfig
from paperformer.service.database import BUSY_SECONDS
from paperformer.service.feedback import UNDO_SECONDS

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
DAY = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceConfig:
    """How the service runs.

    Args:
        data: Folder of everything that the service keeps.
        database: SQLAlchemy URL; None is an SQLite file in ``data``.
        host, port: Where it listens.
        workers: Processes that read documents; None is one for each processor that memory allows.
        queue: Documents that may wait or be read at one time; more are told to come again.
        keep_days: How long documents are kept; None keeps them.
        model: A model folder; None is the one that was promoted, else the one included.
        known_parties: A file of suppliers and customers that are known already.
        ocr, ocr_engine: As ``Extractor`` takes them.
        webhook_allow: URLs under which webhooks may be called; none allows no webhook.
        require_key: False lets everybody in; only on a loopback address.
        secure_cookies: Sessions are kept only over HTTPS (behind a proxy that ends TLS).
        allowed_hosts: Names by which the service may be called beside loopback names.
        trusted_proxies: Addresses or networks of proxies that say truly who asks (``X-Forwarded-For``).
        requests_per_second: Of one key, averaged.
        burst: Requests of one key at once.
        wait_seconds: How long a request waits for its answer before it is told where to look for it.
        seconds_per_document: Time by the clock for one document.
        worker_megabytes: Memory of one worker process.
        limits: What one document may take while it is opened.
        session_hours: How long a browser stays signed in.
        reserve_megabytes: Room on the disk that uploads leave free.
        preview_megabytes: Room on the disk for pictures of pages.
        busy_seconds: How long a request or a worker waits for a database that another process holds.
        undo_seconds: How long webhooks wait whether a confirmation is taken back.
    """

    data: Path
    database: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int | None = None
    queue: int = 256
    keep_days: float | None = None
    model: Path | None = None
    known_parties: Path | None = None
    ocr: str = "auto"
    ocr_engine: str = "accurate"
    webhook_allow: tuple[str, ...] = ()
    require_key: bool = True
    secure_cookies: bool = False
    allowed_hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    requests_per_second: float = 100.0
    burst: int = 1_000
    wait_seconds: float = 120.0
    seconds_per_document: float = 300.0
    worker_megabytes: int = 3_000
    limits: Limits = field(default_factory=lambda: Limits(file_bytes=50_000_000, seconds_per_document=250.0))
    session_hours: float = 12.0
    reserve_megabytes: int = 100
    preview_megabytes: int = 500
    busy_seconds: float = BUSY_SECONDS
    undo_seconds: float = UNDO_SECONDS

    def __post_init__(self) -> None:
        for name, least in (
            ("queue", 1),
            ("burst", 1),
            ("requests_per_second", 0.001),
            ("wait_seconds", 0.0),
            ("reserve_megabytes", 0),
            ("preview_megabytes", 1),
            ("busy_seconds", 0.001),
            ("undo_seconds", 0.0),
        ):
            if getattr(self, name) < least:
                raise InvalidConfig(f"{name} is {getattr(self, name)}", f"Give {least} or more")
        if not self.require_key and not self.is_loopback:
            raise InvalidConfig(
                f"without keys the service would be open to everybody who reaches {self.host}",
                "Leave --no-auth out, or listen on 127.0.0.1",
            )

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK

    @property
    def database_url(self) -> str:
        """Where rows are kept."""
        return self.database or f"sqlite:///{self.data / 'paperformer.db'}"
