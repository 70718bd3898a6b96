"""All parts of a service, put together."""

from __future__ import annotations

import gc
import os
import time
from functools import lru_cache
from pathlib import Path

from anyio import CapacityLimiter

from paperformer.documents.heap import Heap
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.extraction.known_parties.file import read_known_parties
from paperformer.extraction.memory import affordable_jobs, free_megabytes
from paperformer.extraction.model_folder import SCHEMA, complete_manifest
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.workers import usable_processors
from paperformer.fields.schema import Schema, load_schema
from paperformer.service.audit import ITSELF, Audit, Deed
from paperformer.service.checks import Contexts
from paperformer.service.config import DAY, ServiceConfig
from paperformer.service.contents import Contents
from paperformer.service.database import Database, Row
from paperformer.service.desk import WorkerSettings
from paperformer.service.disk import MEGABYTE, Disk
from paperformer.service.document_rows import shown_file
from paperformer.service.documents import Documents
from paperformer.service.feedback import FeedbackStore
from paperformer.service.files import FileStore
from paperformer.service.health import HealthMonitor
from paperformer.service.idempotency import IdempotencyKeys
from paperformer.service.improvement import Improvements
from paperformer.service.jobs import Job, MakeReader
from paperformer.service.keys import Keys
from paperformer.service.learned_layouts import LearnedLayouts
from paperformer.service.learning import LearnedParties
from paperformer.service.limits import RateLimit
from paperformer.service.metrics import Metrics
from paperformer.service.models import Models
from paperformer.service.periodic import Periodic
from paperformer.service.permissions import make_private_folder
from paperformer.service.presence import Presence
from paperformer.service.preview_cache import PreviewCache
from paperformer.service.previews import Previews
from paperformer.service.proxies import proxy_networks
from paperformer.service.queue import Claimed, Queue
from paperformer.service.read_again import Rereading
from paperformer.service.reading import ExtractorSettings
from paperformer.service.reading_choice import choice_of
from paperformer.service.related import Related
from paperformer.service.remembered import Remembered
from paperformer.service.sessions import Sessions
from paperformer.service.uploads import known_from
from paperformer.service.webhook import AllowedUrls, Webhooks, load_secret
from paperformer.service.workers import Workers

SIGN_INS_PER_SECOND, SIGN_INS_AT_ONCE = 0.5, 10
_LEARN_EVERY, _CALL_EVERY, _CLEAN_EVERY, _GIVE_BACK_EVERY = 3600.0, 1.0, 600.0, 30.0
_DELETED_AT_ONCE = 100
LOCK = "service.lock"  # a data folder belongs to one service
_HEAVY_AT_ONCE = 2  # requests that compute on a whole document
_SECONDS_TO_END = 2.0  # for work that comes again


class Service:
    """One service: where things are kept, who works, who may.

    Args:
        config: How it runs.
        make_reader: What reads documents; None is an ``Extractor`` as ``config`` says.

    Raises:
        PaperformerError: it cannot run so.
    """

    def __init__(self, config: ServiceConfig, make_reader: MakeReader | None = None) -> None:
        self.config = config
        check_files(config)
        self.proxies = proxy_networks(config.trusted_proxies)
        make_private_folder(config.data)
        self._lock = _lock(config.data / LOCK)
        self.database = Database(config.database_url, config.busy_seconds, may_migrate=True)
        self.files = FileStore(config.data)
        self.disk = Disk(config.data, config.reserve_megabytes * MEGABYTE)
        self.metrics = Metrics()
        self.keys = Keys(self.database)
        self.sessions = Sessions(self.database, self.keys, config.session_hours)
        self.audit = Audit(self.database)
        self.documents = Documents(self.database)
        self.contents = Contents(self.database)
        self.idempotency_keys = IdempotencyKeys(self.database)
        self.feedback = FeedbackStore(self.database, config.undo_seconds)
        self.related = Related(self.database)
        self.presence = Presence()
        self.models = Models(self.database, config.data / "models")
        self._served: Remembered[Path | None] = Remembered()
        self.improvements = Improvements(config, self.feedback, self.models)
        self.allowed_webhooks = AllowedUrls(config.webhook_allow)
        self.learned = LearnedParties(config.data / "learned-parties.jsonl", self.feedback)
        self.layouts = LearnedLayouts(_memory(config), self.database, self.schema)
        self.contexts = Contexts(self.documents)
        self._heap = Heap(_GIVE_BACK_EVERY)
        self.heavy = CapacityLimiter(_HEAVY_AT_ONCE)
        self.queue = Queue(self.database, config.queue)
        cache = PreviewCache(self.files.previews, config.preview_megabytes * MEGABYTE)
        self.previews = Previews(self.files, self.documents, cache, config.limits)
        self.requests = RateLimit(config.requests_per_second, config.burst)
        self.sign_ins = RateLimit(SIGN_INS_PER_SECOND, SIGN_INS_AT_ONCE)
        count = config.workers or _usual_workers()
        settings = WorkerSettings(
            count=count,
            seconds_per_document=config.seconds_per_document,
            megabytes=config.worker_megabytes,
            make_reader=make_reader or _extractor_settings(config),
            model=self.served_model,
        )
        self.workers = Workers(self.queue, self._job, settings, self.metrics)
        self.health = HealthMonitor(self.database, self.disk, self.queue, self.workers, self._warnings)
        secret = load_secret(config.data / "webhook-secret")
        self._webhooks = Webhooks(
            self.database, self.documents, self.feedback, self.allowed_webhooks, secret, self.metrics
        )
        self.learning = Periodic("learning", _LEARN_EVERY, self.learn)
        self._periodic = [
            self.learning,
            Periodic("webhooks", _CALL_EVERY, self._webhooks.deliver),
            Periodic("retention", _CLEAN_EVERY, self.clean),
            Periodic("memory", _GIVE_BACK_EVERY, self._give_back),
        ]

    def start(self) -> None:
        """Take up what an earlier run has left, and begin to work."""
        self.files.clear_incoming()
        for file in self.files.ids() - self.documents.files():
            self.files.remove(file)  # was being accepted or deleted when the service died
        self.workers.start()
        self.health.start()
        for periodic in self._periodic:
            periodic.start()

    def drain(self) -> None:
        """Begin nothing new: the service ends soon. What is being read goes on."""
        self.workers.drain()
        self.previews.close()

    def stop(self) -> None:
        """End all processes and threads, within seconds. What is not read is read after the next start."""
        self.drain()
        for periodic in self._periodic:
            periodic.ask_to_stop()
        self._webhooks.stop()
        self.improvements.stop()
        self.workers.stop()
        self.health.stop()
        deadline = time.monotonic() + _SECONDS_TO_END
        for periodic in self._periodic:
            periodic.join(deadline - time.monotonic())
        self.database.close()
        os.close(self._lock)

    def served_model(self) -> Path | None:
        """The model that answers now: the last one promoted, else that of the settings; None: the default."""
        return self._served.get("model", self.models.served) or self.config.model

    def schema(self) -> Schema:
        """The fields of the model that answers now."""
        return _schema_of(self.served_model() or default_model_path())

    def delete(self, ids: list[str], deed: Deed) -> int:
        """Delete documents; nothing of them remains."""
        deleted, files = self.documents.delete(ids, deed)
        for file in files:
            self.files.remove(file)
        if deleted:
            self.database.forget()
            self.learning.wake()
        return deleted

    def read_again(self, row: Row, deed: Deed, how: Rereading | None = None) -> None:
        """Read a document again.

        Raises:
            CannotReadAgain: it may not be.
            QueueFull: too many are waiting.
        """
        for file in self.queue.retry(row["id"], deed, how):
            self.files.remove(file)
        self.previews.forget(shown_file(row))
        self.contexts.forget(shown_file(row))
        self.workers.notify()

    def learn(self) -> None:
        """Learn from what people have confirmed since the last time."""
        self.learned.learn()
        self.layouts.learn()

    def clean(self) -> None:
        """Delete what is older than it may become."""
        self.sessions.forget_expired()
        self.idempotency_keys.forget_expired()
        if self.config.keep_days is not None:
            old = self.documents.ids_before(time.time() - self.config.keep_days * DAY)
            for start in range(0, len(old), _DELETED_AT_ONCE):
                self.delete(old[start : start + _DELETED_AT_ONCE], Deed(ITSELF, "retention"))
        self.improvements.clean()
        self.models.clean(self.config.model)

    def _give_back(self) -> None:
        gc.collect()  # Python itself waits until a quarter of all objects are new
        self._heap.used()
        self._heap.give_back()

    def _warnings(self) -> list[str]:
        """What works with less than it should."""
        left_out = self.learned.left_out
        parties = f"{left_out} confirmed parties cannot be read and are not used; the log names them"
        failed = [
            f"{periodic.name}: {periodic.trouble}"
            for periodic in self._periodic
            if periodic.trouble is not None
        ]
        return [*([parties] if left_out else []), *failed]

    def _job(self, claimed: Claimed) -> Job:
        return Job(
            document=claimed.id,
            attempt=claimed.attempt,
            path=self.files.path(claimed.file),
            name=claimed.name,
            split=bool(claimed.options.get("split")),
            choice=choice_of(claimed.options),
            model=self.served_model(),
            known_parties=known_from(claimed.options),
            learned_parties=self.learned.state(),
            taken=self.contents.taken(claimed.id),
        )


@lru_cache(maxsize=4)  # a promoted model has a folder of its own, which never changes
def _schema_of(folder: Path) -> Schema:
    path = folder / SCHEMA
    return load_schema(path if path.exists() else None)


def _extractor_settings(config: ServiceConfig) -> ExtractorSettings:
    return ExtractorSettings(
        ocr=config.ocr,
        ocr_engine=config.ocr_engine,
        known_parties=config.known_parties,
        memory=_memory(config),
        limits=config.limits,
    )


def _memory(config: ServiceConfig) -> Path:
    return config.data / "memory.db"


def check_files(config: ServiceConfig) -> None:
    """Refuse now what no worker could load later.

    Raises:
        PaperformerError: a file of the settings is missing or damaged.
    """
    if config.model is not None:
        complete_manifest(config.model)
    if config.known_parties is not None:
        read_known_parties(config.known_parties)


def _usual_workers() -> int:
    return affordable_jobs(len(usable_processors()) or os.cpu_count() or 1, free_megabytes())


def _lock(path: Path) -> int:
    """A lock that the system gives back when the process ends, however it ends."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise InvalidConfig(
            f"{path} cannot be written: {error.strerror}", "Choose another --data folder"
        ) from error
    try:
        _take(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise PaperformerError(
            f"another service works in {path.parent}", "End it first, or choose another --data folder"
        ) from error
    return descriptor


def _take(descriptor: int) -> None:
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
