"""A small writer of compound files ([MS-CFB], version 3), so that tests can make Outlook messages."""

from __future__ import annotations

import struct
from collections.abc import Mapping

SECTOR, END, FREE, FAT_SECTOR, NONE = 512, 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5

Tree = Mapping[str, "bytes | Tree"]


def message(
    files: Mapping[str, bytes],
    inner: Mapping[str, bytes] | None = None,
    texts: Mapping[str, bytes] | None = None,
) -> bytes:
    """An Outlook message ([MS-OXMSG]) with files attached, and a message with files of its own.

    ``texts`` are properties of the message itself, by number and type.
    """
    tree: dict[str, bytes | Tree] = {"__properties_version1.0": bytes(32)}
    tree |= {f"__substg1.0_{property}": data for property, data in (texts or {}).items()}
    for number, (name, data) in enumerate(files.items()):
        tree[f"__attach_version1.0_#{number:08X}"] = _attachment(name, data)
    if inner is not None:
        nested = {
            f"__attach_version1.0_#{number:08X}": _attachment(name, data)
            for number, (name, data) in enumerate(inner.items())
        }
        tree[f"__attach_version1.0_#{len(files):08X}"] = {"__substg1.0_3701000D": nested}
    return compound(tree)


def _attachment(name: str, data: bytes) -> Tree:
    return {"__substg1.0_37010102": data, "__substg1.0_3707001F": name.encode("utf-16-le")}


def compound(tree: Tree) -> bytes:
    """The file; every stream is padded to 4,096 bytes, so that none needs the sectors of small ones."""
    entries: list[list[int | str | bytes]] = [["Root Entry", ROOT, NONE, NONE, b""]]
    _add(tree, entries, 0)
    fat: list[int] = []
    body = b""
    directory = b""
    for name, kind, child, right, data in entries:
        start, size = END, 0
        if kind == STREAM:
            assert isinstance(data, bytes)
            size = max(len(data), 4096)
            start = len(fat)
            body += _chain(data.ljust(size, b"\0"), fat)
        encoded = str(name).encode("utf-16-le")
        directory += (
            encoded.ljust(64, b"\0")
            + struct.pack("<HBBIII", len(encoded) + 2, kind, 1, NONE, right, child)
            + bytes(36)
            + struct.pack("<IQ", start, size)
        )
    directory_start = len(fat)
    body += _chain(directory, fat)
    sectors = -(-(len(fat) + 8) // 128)
    fat_start = len(fat)
    fat += [FAT_SECTOR] * sectors
    fat += [FREE] * (sectors * 128 - len(fat))
    body += struct.pack(f"<{len(fat)}I", *fat)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 62, 3, 0xFFFE, 9, 6)
    header += bytes(6) + struct.pack("<IIIIIIIII", 0, sectors, directory_start, 0, 4096, END, 0, END, 0)
    difat = [*range(fat_start, fat_start + sectors), *[FREE] * (109 - sectors)]
    return header + struct.pack("<109I", *difat) + body


def _add(tree: Tree, entries: list[list[int | str | bytes]], parent: int) -> None:
    """Directory entries of a storage: each points to the next on its right, in the order of their names."""
    previous = None
    for name in sorted(tree, key=lambda name: (len(name), name.upper())):
        held = tree[name]
        number = len(entries)
        is_stream = isinstance(held, bytes)
        entries.append([name, STREAM if is_stream else STORAGE, NONE, NONE, held if is_stream else b""])
        if previous is None:
            entries[parent][2] = number
        else:
            entries[previous][3] = number
        previous = number
        if not isinstance(held, bytes):
            _add(held, entries, number)


def _chain(data: bytes, fat: list[int]) -> bytes:
    data = data.ljust(-(-len(data) // SECTOR) * SECTOR, b"\0")
    count = len(data) // SECTOR
    fat += [*range(len(fat) + 1, len(fat) + count), END]
    return data
