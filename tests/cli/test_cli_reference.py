"""docs/cli.md is what the commands say of themselves."""

from pathlib import Path

import click

from paperformer.cli import VERBS, main
from paperformer.cli.options import OCR_ENGINES
from paperformer.cli.reference import render
from paperformer.documents.ocr.protocol import ENGINES

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run `make docs`"


def test_every_command_and_option_is_explained() -> None:
    context = click.Context(main)
    for verb in VERBS:
        command = main.get_command(context, verb)
        assert command is not None
        assert command.name == verb
        assert command.help
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, (verb, option.name)
                assert f"`{', '.join(sorted(option.opts, reverse=True))}" in render()


def test_examples_that_click_keeps_line_by_line_are_kept_so() -> None:
    assert (
        "\n\n```\npaperformer extract invoices --out labelled\n"
        "paperformer parties labelled > parties.jsonl\n"
        "paperformer extract invoice.pdf --known-parties parties.jsonl\n```\n"
    ) in render()


def test_the_choice_of_ocr_engines_is_what_the_documents_room_knows() -> None:
    assert OCR_ENGINES == ENGINES
