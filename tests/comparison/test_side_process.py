"""One bad document costs its own answer alone, whatever it does to the process that reads it."""

import os
import sys
from pathlib import Path

import pytest

from paperformer.comparison.process import ReadingLimits, SideProcess
from paperformer.errors import InvalidConfig

# Another version of Paperformer, in which documents do what their names say.
OTHER_VERSION = """
import os, time

__version__ = "0.0.7"

class Found:
    def __init__(self, name):
        self.name = name

    def model_dump_json(self):
        return '{"file": "%s", "fields": {}}' % self.name

class Extractor:
    model = type("Model", (), {"name": "other", "version": "3"})

    def __init__(self, *, ocr="auto"):
        print("a library prints this")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def extract(self, path, *, name):
        if "hang" in path:
            time.sleep(600)
        if "die" in path:
            os.kill(os.getpid(), 9)
        if "fail" in path:
            raise ValueError("no such thing")
        if "grow" in path:
            self.held = bytearray(os.urandom(1)) * 300_000_000
            time.sleep(600)
        return Found(name)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    package = tmp_path / "other" / "paperformer"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(OTHER_VERSION)
    return package.parent


def process(place: Path, limits: ReadingLimits, **options: str) -> SideProcess:
    environment = {**os.environ, "PYTHONPATH": str(place)}
    return SideProcess("other", Path(sys.executable), environment, options, limits)


def test_a_document_that_hangs_dies_or_fails_costs_itself_alone(place: Path) -> None:
    with process(place, ReadingLimits(seconds=1.0)) as side:
        assert side.start()["version"] == "0.0.7"
        names = ["one.pdf", "hang.pdf", "two.pdf", "die.pdf", "fail.pdf", "three.pdf"]
        found = [side.read(Path(name), name) for name in names]
    assert [one.answer and one.answer["file"] for one in found] == [
        "one.pdf",
        None,
        "two.pdf",
        None,
        None,
        "three.pdf",
    ]
    assert [one.error for one in found if one.error] == [
        "it takes more than 1 seconds",
        "the process that read it died (Killed): a library prints this",
        "an error in Paperformer itself: ValueError: no such thing",
    ]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells what processes hold")
def test_a_document_that_takes_too_much_memory_is_given_up(place: Path) -> None:
    with process(place, ReadingLimits(seconds=30.0, megabytes=200.0)) as side:
        side.start()
        assert side.read(Path("grow.pdf"), "grow.pdf").error == "it takes more than 200 MB of memory"
        assert side.read(Path("one.pdf"), "one.pdf").answer is not None
        assert side.peak is not None
        assert side.peak > 200.0


def test_an_option_that_the_other_version_lacks_is_one_line(place: Path) -> None:
    with process(place, ReadingLimits(), einvoice="only") as side, pytest.raises(InvalidConfig) as raised:
        side.start()
    assert raised.value.message.startswith("other cannot read documents: TypeError: ")
    assert "einvoice" in raised.value.message


def test_an_interpreter_without_paperformer_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "paperformer.py").write_text("raise ImportError('not here')")
    with (
        process(tmp_path, ReadingLimits()) as side,
        pytest.raises(InvalidConfig, match="ImportError: not here"),
    ):
        side.start()
