"""What a crash or a damaged disk left behind, made consistent before a batch goes on.

The manifest and the parts are compared. What the manifest does not say is cut off, what it says and the disk
does not hold is read again, and a manifest that is damaged or gone is made anew from the keys in the parts.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from paperformer.errors import InvalidConfig
from paperformer.extraction.resumable.manifest import MANIFEST, Entry, Manifest, Part
from paperformer.extraction.resumable.parts import (
    OPEN,
    Form,
    lines_of,
    part_path,
    parts_on_disk,
    rewrite,
    set_aside,
)


def open_manifest(folder: Path) -> tuple[Manifest, list[str]]:
    """The manifest of a folder, and what had to be done to open it; a damaged one is set aside."""
    path = folder / MANIFEST
    try:
        return Manifest(path), []
    except sqlite3.OperationalError as error:
        raise InvalidConfig(f"{path} cannot be opened ({error})", "Choose another folder") from error
    except sqlite3.DatabaseError:
        set_aside(path)
        path.with_name(path.name + "-journal").unlink(missing_ok=True)
        return Manifest(path), [f"{path} was damaged; it is made anew from the answers"]


def recover(manifest: Manifest, folder: Path, form: Form) -> list[str]:
    """Make manifest and parts agree; one line for each thing that a user should know."""
    notes = [note for part in manifest.parts() for note in _checked(manifest, folder, form, part)]
    known = {part.number for part in manifest.parts()}
    for number, path in parts_on_disk(folder):
        if number not in known:
            notes += _adopted(manifest, path, number)
        elif path.suffix == OPEN and _is_sealed(manifest, number):
            path.unlink()  # the crash came after the final file, and before the open one went
    for path in folder.glob("part-*.writing"):
        path.unlink()
    manifest.commit()
    return notes


def _is_sealed(manifest: Manifest, number: int) -> bool:
    return any(part.number == number and part.sealed for part in manifest.parts())


def _checked(manifest: Manifest, folder: Path, form: Form, part: Part) -> list[str]:
    """Compare a part with its file."""
    final, growing = part_path(folder, part.number, f".{form}"), part_path(folder, part.number, OPEN)
    if part.sealed:
        if _size(final) == part.size:
            return []
    elif _size(growing) >= part.size:
        final.unlink(missing_ok=True)  # Parquet that was written, and is written again when the part is full
        return []
    elif form == "jsonl" and _size(final) == part.size:  # renamed, and the crash came before it was noted
        manifest.put_part(Part(part.number, part.size, sealed=True))
        return []
    count = manifest.forget_part(part.number)
    path = growing if growing.exists() else final
    set_aside(path)
    return [f"{path} is missing or damaged: its {count} documents are read again"]


def _adopted(manifest: Manifest, path: Path, number: int) -> list[str]:
    """Enter a part that the manifest does not know, without what is torn or done elsewhere."""
    if any(part.number == number for part in manifest.parts()):  # its final file has just been entered
        number = max(part.number for part in manifest.parts()) + 1
        path = path.replace(part_path(path.parent, number, path.suffix))
    if path.suffix == ".parquet":
        return _adopted_parquet(manifest, path, number)
    keys = [key for key, _ in lines_of(path)]
    whole = sum(len(line) for _, line in lines_of(path)) == _size(path)
    # A crash may have torn the last document between two of its answers.
    unsure = {keys[-1]} if keys and (path.suffix == OPEN or not whole) else set()
    wanted = [key for key in keys if key not in unsure and manifest.find(key) is None]
    if len(wanted) < len(keys) or not whole:
        kept = frozenset(wanted)
        rewrite(path, (line for key, line in lines_of(path) if key in kept))
    if not wanted:
        path.unlink()
        return []
    _enter(manifest, wanted, Part(number, _size(path), sealed=path.suffix != OPEN))
    return [f"{path} was not in the manifest: its {len(set(wanted))} documents are entered"]


def _adopted_parquet(manifest: Manifest, path: Path, number: int) -> list[str]:
    from paperformer.extraction.resumable.parquet import keys_of_parquet

    try:
        keys = list(keys_of_parquet(path))
    except InvalidConfig:
        keys = []
    if not keys or any(manifest.find(key) is not None for key in keys):
        set_aside(path)
        return [f"{path} is damaged, or its documents are in other parts: it is set aside"]
    _enter(manifest, keys, Part(number, _size(path), sealed=True))
    return [f"{path} was not in the manifest: its {len(set(keys))} documents are entered"]


def _enter(manifest: Manifest, keys: Iterable[str], part: Part) -> None:
    manifest.put_part(part)
    for key, answers in Counter(keys).items():
        entry = Entry(key=key, name="", state="done", run=0, part=part.number, answers=answers)
        manifest.put(entry)


def _size(path: Path) -> int:
    """A file's size; -1 where there is none."""
    return path.stat().st_size if path.is_file() else -1
