"""What callers of the service are told."""

import dataclasses

import pytest

from paperformer.documents.limits import Limits, allow_more
from paperformer.errors import DocumentTooLarge
from paperformer.service.problems import problem_of


@pytest.mark.parametrize("bound", [field.name for field in dataclasses.fields(Limits)])
def test_who_posts_a_file_is_not_told_of_options_of_a_command(bound: str) -> None:
    error = DocumentTooLarge("a.png is too large", f"Shrink it ({allow_more(bound)})")
    assert problem_of(error).detail == "a.png is too large. Shrink it"
