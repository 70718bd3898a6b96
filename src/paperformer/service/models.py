"""The served model: promoted, and taken back, while the service runs."""

from __future__ import annotations

import logging
import re
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import delete, insert, select

from paperformer.errors import InvalidConfig
from paperformer.extraction.model_folder import WEIGHTS, complete_manifest
from paperformer.service.audit import Deed
from paperformer.service.database import Database, Row
from paperformer.service.files import new_id
from paperformer.service.tables import MODELS

_log = logging.getLogger(__name__)
_COPY: Final = re.compile(r"\d{8}-\d{6}-\w+(\.part)?")  # as ``Models.promote`` names them


class Models:
    """The models that were promoted, the last of which is served. Copies are kept in the data folder.

    Args:
        database: Where their order is kept.
        folder: Where copies go.
    """

    def __init__(self, database: Database, folder: Path) -> None:
        self._database, self._folder = database, folder
        self._unused: set[Path] = set()

    def served(self) -> Path | None:
        """The folder of the model that is served; None where none was promoted."""
        with self._database.read() as connection:
            folder = connection.scalar(select(MODELS.c.folder).order_by(MODELS.c.number.desc()).limit(1))
        return None if folder is None else self._folder / folder

    def all(self) -> Sequence[Row]:
        """Every promotion that was not taken back, the last one first."""
        with self._database.read() as connection:
            rows = connection.execute(select(*MODELS.c).order_by(MODELS.c.number.desc()))
            return [dict(row._mapping) for row in rows]

    def promote(self, model: Path, deed: Deed) -> Path:
        """Serve a model from the next document on; where its copy lies.

        Raises:
            ModelMismatch: the folder is missing, incomplete or of another format.
            InvalidConfig: it cannot be copied.
        """
        manifest = complete_manifest(model)
        name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{new_id()[:6]}"
        target = self._folder / name
        part = target.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            shutil.copytree(model, part, ignore=shutil.ignore_patterns(WEIGHTS))
            part.rename(target)
        except (OSError, shutil.Error) as error:
            raise InvalidConfig(f"{model} cannot be copied: {error}", "Free some space") from error
        values = {"name": manifest.name, "version": manifest.version, "promoted": time.time()}
        with self._database.write() as connection:
            connection.execute(insert(MODELS).values(folder=name, **values))
            deed.write(connection)
        return target

    def roll_back(self, deed: Deed) -> Path | None:
        """Serve the model that was served before the last promotion; its folder, or None for the first one.

        Raises:
            InvalidConfig: nothing was promoted.
        """
        with self._database.write() as connection:
            last = connection.scalar(select(MODELS.c.number).order_by(MODELS.c.number.desc()).limit(1))
            if last is None:
                raise InvalidConfig("no model was promoted", "See `paperformer models list`")
            connection.execute(delete(MODELS).where(MODELS.c.number == last))
            deed.write(connection)
        return self.served()

    def clean(self, kept: Path | None = None) -> None:
        """Delete copies that were taken back: nothing serves them, and nothing rolls back to them.

        A copy goes at the second call that finds it unused: it may be promoted just now, or a document may
        still be read with it.

        Args:
            kept: A folder that stays, whatever the database says.
        """
        used = {row["folder"] for row in self.all()}
        there = self._folder.iterdir() if self._folder.is_dir() else ()
        copies = {path for path in there if _COPY.fullmatch(path.name) and not _is_same(path, kept)}
        unused = {path for path in copies if path.name not in used}
        for path in unused & self._unused:
            try:
                shutil.rmtree(path)
            except OSError as error:
                _log.warning("%s cannot be deleted: %s", path, error)
        self._unused = unused


def _is_same(path: Path, other: Path | None) -> bool:
    return other is not None and path.resolve() == other.resolve()
