"""What a language lacks."""

from __future__ import annotations

import json

from click.testing import CliRunner

from paperformer.cli import main
from paperformer.cli.failure import ExitCode
from paperformer.fields.language_coverage import missing_words


def test_english_lacks_nothing_and_a_language_without_words_lacks_all() -> None:
    every = missing_words("qq")
    assert missing_words("en") == []
    assert {group.file for group in every} >= {"fields/page/labels.yaml", "fields/words/payment.yaml"}
    assert next(group for group in every if group.group == "document_number").example.startswith("invoice")


def test_what_a_language_has_is_not_listed() -> None:
    swedish = {(group.file, group.group) for group in missing_words("sv")}
    assert ("fields/page/labels.yaml", "document_number") not in swedish
    assert len(swedish) < len(missing_words("is")) < len(missing_words("qq"))


def test_the_command_lists_them_and_refuses_what_is_no_code() -> None:
    listed = CliRunner().invoke(main, ["fields", "--coverage", "is", "--output", "json"])
    assert [tuple(row.values()) for row in json.loads(listed.stdout)] == [
        tuple(m) for m in missing_words("is")
    ]
    refused = CliRunner().invoke(main, ["fields", "--coverage", "Icelandic"])
    assert refused.exit_code == ExitCode.MISUSE
    assert "two small letters" in refused.output
