"""The validator, which takes half a second to compile its rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paperformer.einvoicing.validation.validator import Validator


@pytest.fixture(scope="package")
def validator() -> Iterator[Validator]:
    with Validator() as opened:
        yield opened
