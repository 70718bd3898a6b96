"""``paperformer generate``: let a language model write on."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from paperformer.cli.failure import Failure, Misuse
from paperformer.cli.options import FilePath
from paperformer.cli.training_extra import training_extra


@click.command("generate")
@click.argument("model", metavar="MODEL", type=FilePath(path_type=Path))
@click.option(
    "--prompt", required=True, metavar="TEXT", help="How the text begins; `-` reads standard input."
)
@click.option(
    "--max-tokens", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
    help="Write at most so many tokens.",
)  # fmt: skip
@click.option(
    "--temperature", type=click.FloatRange(min=0, min_open=True), metavar="T",
    help="Sample tokens: below 1 favours probable ones, above 1 improbable ones.",
)  # fmt: skip
@click.option(
    "--top-k", type=click.IntRange(min=1), metavar="K", help="Sample from the K most probable tokens only."
)
@click.option(
    "--top-p", type=click.FloatRange(min=0, max=1, min_open=True), metavar="P",
    help="Sample from the fewest tokens that together have probability P.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, metavar="N",
    help="Seed of the random draws.",
)  # fmt: skip
@click.option(
    "--beam",
    type=click.IntRange(min=1),
    metavar="N",
    help="Beam search: follow N texts and print the most probable.",
)
def command(
    model: Path,
    prompt: str,
    max_tokens: int,
    temperature: float | None,
    top_k: int | None,
    top_p: float | None,
    seed: int,
    beam: int | None,
) -> None:
    """Print the prompt and its continuation by the causal language model in the folder MODEL.

    Without further options each token is the most probable one. Needs the extra [train].
    """
    draws = (temperature, top_k, top_p) != (None, None, None)
    if draws and beam is not None:
        raise Misuse(
            "--beam draws nothing by chance. Leave out --temperature, --top-k and --top-p, or --beam"
        )
    with training_extra("generate"):
        from paperformer.learning.language.folder import load_language_model
        from paperformer.learning.language.generate import Decoding, write_on

    text = _read() if prompt == "-" else _checked(prompt)
    decoding = Decoding(max_tokens, beam, temperature, top_k, top_p, seed)
    click.echo(text + write_on(load_language_model(model), text, decoding))


def _checked(prompt: str) -> str:
    try:
        prompt.encode()
    except UnicodeEncodeError as error:  # what the shell gave was no UTF-8
        raise Misuse("--prompt is not UTF-8 text. Give the prompt in UTF-8") from error
    return prompt


def _read() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8").removesuffix("\n")
    except UnicodeDecodeError as error:
        raise Failure("standard input is not UTF-8 text. Give the prompt in UTF-8") from error
