"""A translator that has learned to write texts backwards, trained once for all tests that ask."""

from pathlib import Path

import pytest
from toy_corpus import write_config

from paperformer.translation import train
from paperformer.translation.translator import Translator


@pytest.fixture(scope="session")
def untrained_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder after two short epochs: it translates, badly."""
    return train.run(write_config(tmp_path_factory.mktemp("short")))


@pytest.fixture
def untrained(untrained_folder: Path) -> Translator:
    return Translator.load(untrained_folder)
