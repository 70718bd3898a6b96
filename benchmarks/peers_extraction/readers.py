"""The readers that are compared, and how each is installed into an environment of its own."""

from __future__ import annotations

import re
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
        needs: What it needs beside its packages; empty if nothing.
        shares: The reader whose environment it runs in; empty if it has one of its own.
    """

    name: str
    label: str
    requirements: Sequence[str]
    needs: str = ""
    shares: str = ""

    def folder(self, environments: Path) -> Path:
        """Its environment."""
        return environments / (self.shares or self.name)

    def python(self, environments: Path) -> Path:
        """The interpreter of its environment."""
        return self.folder(environments) / "bin" / "python"

    @property
    def command(self) -> str:
        """How it is installed, as the table tells it."""
        return "pip install " + " ".join("." if part == str(ROOT) else part for part in self.requirements)

    def version(self, environments: Path) -> str:
        """The version of its first requirement that is installed."""
        package = "paperformer" if self.name == "paperformer" else re.split(r"[\[=]", self.requirements[0])[0]
        code = f"import importlib.metadata as m; print(m.version({package!r}))"
        done = subprocess.run(
            [self.python(environments), "-c", code], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()


_DOCLING = ("docling==2.143.0", _TORCH, "rapidocr==3.10.0", "onnxruntime")
READERS = (
    PeerReader("paperformer", "Paperformer", (str(ROOT),)),
    PeerReader("rapidocr", "RapidOCR and rules", ("rapidocr==3.10.0", "onnxruntime", "pypdfium2")),
    PeerReader("docling_text", "Docling without its models, and rules", _DOCLING, shares="docling"),
    PeerReader("pypdfium2", "text layer and rules", ("pypdfium2==5.15.2",)),
    PeerReader("invoice2data", "invoice2data as shipped", ("invoice2data[pdfium,dateparser]==1.0.1",)),
    PeerReader(
        "docket", "docket-idp", ("docket-idp==0.5.0",), "a language model, named by DOCKET_TEXT_MODEL"
    ),
    PeerReader("docling", "Docling and rules", _DOCLING, "its layout model, from huggingface.co"),
    PeerReader(
        "doctr", "docTR and rules", ("python-doctr==1.1.0", _TORCH, "torchvision", "pypdfium2"),
        "its models, from doctr-static.mindee.com",
    ),
)  # fmt: skip


def install(reader: PeerReader, environments: Path) -> None:
    """Make the environment of a reader, unless it is there."""
    folder = reader.folder(environments)
    if not folder.is_dir():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [reader.python(environments), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, *reader.requirements], check=True)


def megabytes(folder: Path) -> float:
    """The size of the packages of an environment without pip."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    kept = (path for path in files if not {"pip", "setuptools"} & set(path.parts))
    return sum(path.stat().st_size for path in kept) / 1e6
