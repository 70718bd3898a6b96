"""Improving the served model from confirmed documents, in a process of its own."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final, Literal, TypedDict

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.extraction.model_folder import Manifest, read_manifest
from paperformer.extraction.model_path import default_model_path
from paperformer.service.audit import Deed
from paperformer.service.config import ServiceConfig
from paperformer.service.feedback import FeedbackStore
from paperformer.service.learned_models import prune
from paperformer.service.models import Models

_log = logging.getLogger(__name__)
FOLDER: Final = "learned"
_REPORT: Final = "last.json"
_SECONDS_TO_END: Final = 2.0
_LONGEST_MESSAGE: Final = 500
_START: Final = "Start an improvement first: POST /v1/improvement"

State = Literal["idle", "running", "done", "failed"]


class Progress(TypedDict):
    """What is known of the last improvement."""

    state: State
    confirmed: int
    needed: int
    expected_seconds: float
    started: float | None
    detail: str
    report: dict[str, Any] | None
    promoted: bool


class AlreadyRunning(Exception):
    """An improvement is running."""


class CannotServe(InvalidConfig):
    """The model that learned cannot be served now."""


class Improvements:
    """One improvement at a time: started, watched, its model promoted. The last report outlives a restart.

    Args:
        config: Of the service.
        feedback: What was confirmed.
        models: Where a better model is promoted, and which one is served.
    """

    def __init__(self, config: ServiceConfig, feedback: FeedbackStore, models: Models) -> None:
        self._config, self._feedback, self._models = config, feedback, models
        self._folder = config.data / FOLDER
        self._process: subprocess.Popen[str] | None = None
        self._watcher: threading.Thread | None = None
        self._started: float | None = None
        self._is_stopped = False
        self._lock = threading.Lock()

    def progress(self) -> Progress:
        """How it stands."""
        from paperformer.improving.improve import LEAST, expected_seconds

        is_running = self._is_running()  # before the report is read, which is kept first
        last = self._last()
        report = last.get("report")
        confirmed = self._feedback.count_confirmed()
        return Progress(
            state="running" if is_running else last.get("state", "idle"),
            confirmed=confirmed,
            needed=LEAST,
            expected_seconds=expected_seconds(confirmed),
            started=self._started if is_running else last.get("started"),
            detail="" if is_running else last.get("detail", ""),
            report=report,
            promoted=report is not None and self._is_served(report),
        )

    def start(self) -> None:
        """Begin one.

        Raises:
            AlreadyRunning: one is running.
            InvalidConfig: too few documents are confirmed.
        """
        from paperformer.improving.improve import LEAST

        with self._lock:
            if self._is_running():
                raise AlreadyRunning
            confirmed = self._feedback.count_confirmed()
            if confirmed < LEAST:
                raise InvalidConfig(
                    f"{confirmed} documents are confirmed, and {LEAST} are needed",
                    "Confirm more, of several suppliers",
                )
            self._started = time.time()
            self._process = self._child()
            self._watcher = threading.Thread(
                target=self._watch, args=(self._process, self._started), daemon=True
            )
            self._watcher.start()

    def promote(self, deed: Deed, *, even_if_worse: bool) -> None:
        """Serve the model that learned.

        Raises:
            CannotServe: there is none, it is served already, it is gone, or it is not better.
            InvalidConfig: it cannot be copied.
        """
        if self._is_running():
            raise CannotServe("an improvement is running", "Wait until it has ended")
        last = self._last()
        report = last.get("report")
        if report is None:
            failed = f"the last improvement failed: {last.get('detail')}"
            what = failed if last.get("state") == "failed" else "no model has learned yet"
            raise CannotServe(what, _START)
        version = report["version"]
        if self._is_served(report):
            raise CannotServe(f"{version} is served already", "Start another improvement for a new model")
        if not report["better"] and not even_if_worse:
            raise CannotServe(
                f"{version} is not better than the served model",
                'Send {"even_if_worse": true} to serve it all the same',
            )
        try:
            self._models.promote(Path(report["model"]), deed)
        except ModelMismatch as error:
            raise CannotServe(error.message, _START) from error

    def clean(self) -> None:
        """Delete models that learned once and are of no use any more; that of the last report stays."""
        report = self._last().get("report")
        versions = {self._served_manifest().version, *([report["version"]] if report else [])}
        paths = [path for path in (self._served(), self._config.model) if path is not None]
        prune(self._folder, versions, paths)

    def stop(self) -> None:
        """End what runs; nothing of it is kept."""
        self._is_stopped = True
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()

    def _served(self) -> Path | None:
        """The model that answers from the next document on; None is the default."""
        return self._models.served() or self._config.model

    def _served_manifest(self) -> Manifest:
        return read_manifest(self._served() or default_model_path())

    def _is_served(self, report: dict[str, Any]) -> bool:
        served = self._served_manifest()
        return (served.name, served.version) == (report["name"], report["version"])

    def _is_running(self) -> bool:
        """Whether one runs, or has ended and its report is not kept yet."""
        return self._watcher is not None and self._watcher.is_alive()

    def _child(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "paperformer.cli", "learn", "--output", "json"]
        command += ["--data", str(self._config.data)]
        model = self._served()
        command += [] if model is None else ["--model", str(model)]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        if self._config.database is not None:  # not on the command line: it may hold a password
            environment["PAPERFORMER_DATABASE"] = self._config.database
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=environment,
        )  # fmt: skip

    def _watch(self, process: subprocess.Popen[str], started: float) -> None:
        """Keep what it says when it ends."""
        out, problems = process.communicate()
        if process.returncode == 0:
            self._keep({"state": "done", "started": started, "report": json.loads(out)})
        elif not self._is_stopped:
            detail = _why(process.returncode, problems)
            _log.warning("the model could not be improved: %s", detail)
            self._keep({"state": "failed", "started": started, "detail": detail})

    def _keep(self, last: dict[str, Any]) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        part = self._folder / f"{_REPORT}.part"
        part.write_text(json.dumps(last), encoding="utf-8")
        part.replace(self._folder / _REPORT)

    def _last(self) -> dict[str, Any]:
        try:
            last: dict[str, Any] = json.loads((self._folder / _REPORT).read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            _log.warning("%s is damaged, and is passed over", self._folder / _REPORT)
            return {}
        if "version" not in (last.get("report") or {"version": ""}):
            return {}  # written before models had names of their own
        return last


def _why(code: int, problems: str) -> str:
    """Why a process failed, in a line."""
    if code < 0:  # it said nothing: the system ended it
        return f"it was ended from outside ({signal.strsignal(-code)}). Is there enough memory?"
    lines = problems.strip().splitlines() or [f"exit code {code}"]
    return lines[-1].removeprefix("paperformer: ")[:_LONGEST_MESSAGE]
