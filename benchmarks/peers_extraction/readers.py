"""The readers that are compared, and how each is installed into an environment of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_TORCH = "torch==2.13.0"  # a later one brings gigabytes of CUDA


@dataclass(frozen=True, slots=True)
class PeerReader:
    """A reader of documents.

    Args:
        name: Of its environment and its adapter.
        label: In the table.
        requirements: What pip installs.
        fetches: What it downloads when it is first used; empty if nothing.
    """

    name: str
    label: str
    requirements: Sequence[str]
    fetches: str = ""

    def python(self, environments: Path) -> Path:
        """The interpreter of its environment."""
        return environments / self.name / "bin" / "python"

    def version(self, environments: Path) -> str:
        """The version of its first requirement that is installed."""
        package = "paperformer" if self.name == "paperformer" else self.requirements[0].partition("=")[0]
        code = f"import importlib.metadata as m; print(m.version({package!r}))"
        done = subprocess.run(
            [self.python(environments), "-c", code], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()


READERS = (
    PeerReader("paperformer", "Paperformer", (str(ROOT),)),
    PeerReader("rapidocr", "RapidOCR and rules", ("rapidocr==3.10.0", "onnxruntime", "pypdfium2")),
    PeerReader("pypdfium2", "text layer and rules", ("pypdfium2==5.15.2",)),
    PeerReader("invoice2data", "invoice2data as shipped", ("invoice2data==1.0.1", "pdfplumber")),
    PeerReader(
        "doctr", "docTR and rules", ("python-doctr==1.1.0", _TORCH, "torchvision", "pypdfium2"),
        "its models, from doctr-static.mindee.com",
    ),
    PeerReader(
        "docling", "Docling and rules", ("docling==2.143.0", _TORCH, "rapidocr", "onnxruntime"),
        "its layout model, from huggingface.co",
    ),
)  # fmt: skip


def install(reader: PeerReader, environments: Path) -> None:
    """Make the environment of a reader, unless it is there."""
    folder = environments / reader.name
    if not folder.is_dir():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [reader.python(environments), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, *reader.requirements], check=True)


def megabytes(folder: Path) -> float:
    """The size of the packages of an environment without pip."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    kept = (path for path in files if not {"pip", "setuptools"} & set(path.parts))
    return sum(path.stat().st_size for path in kept) / 1e6
