"""``paperformer learn``: a better model from what people confirmed, measured before it is served."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.options import FilePath
from paperformer.cli.service_extra import needing_service
from paperformer.cli.service_options import data_option, database_option, opened_database

if TYPE_CHECKING:
    from paperformer.improving.improve import Improvement
    from paperformer.service.database import Database

FOLDER = "learned"  # in the data folder: the models that learned, by day and time


@click.command("learn")
@data_option
@database_option
@click.option(
    "--model", type=FilePath(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="The model to go on from.  [default: the served one]",
)  # fmt: skip
@click.option(
    "--promote", is_flag=True, help="Serve the new model from the next document on, if it is better."
)
@click.option("--even-if-worse", is_flag=True, help="With --promote: serve it whatever was measured.")
@click.option(
    "--output", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="Form of the report.",
)  # fmt: skip
@needing_service
def command(
    data: Path, database: str | None, model: Path | None, promote: bool, even_if_worse: bool, output: str
) -> None:
    """Learn from the documents that people confirmed, and say whether the answers get better.

    A quarter of the suppliers is held out. The served model is measured on their documents, a copy learns
    from the others (how much each piece of evidence counts, and how sure answers are), and is measured too.
    It takes 13 confirmed documents of several suppliers, seconds to minutes, and no PyTorch. A training
    teaches more: see `paperformer train`.

    The new model lies in DIR/learned, named by its day and content. A model that is not better is not
    promoted, except with --even-if-worse. A running service keeps the last two models in DIR/learned and the
    one that is served, and deletes the others.
    """
    from paperformer.improving.improve import expected_seconds, improve

    if even_if_worse and not promote:
        raise Misuse("--even-if-worse changes what --promote does. Give both")
    with opened_database(data, database) as opened, tempfile.TemporaryDirectory() as folder:
        dataset = Path(folder) / "confirmed.jsonl"
        count = _write_confirmed(dataset, opened)
        seconds = expected_seconds(count)
        click.echo(f"paperformer: {count} confirmed documents; about {seconds:.0f} s", err=True)
        from paperformer.cli.progress import progress_bar

        with progress_bar(None) as bar:
            improvement = improve(dataset, model or _served(data, opened), _new_folder(data), bar.reached)
        promoted = promote and (improvement.is_better or even_if_worse)
        if promoted:
            _promote(improvement.model, data, opened)
    click.echo(
        json.dumps({**improvement.to_dict(), "promoted": promoted})
        if output == "json"
        else _table(improvement),
        nl=output == "json",
    )
    click.echo(f"paperformer: {_verdict(improvement, data, promote=promote, promoted=promoted)}", err=True)


def _write_confirmed(path: Path, database: Database) -> int:
    from paperformer.service.corrections import corrections
    from paperformer.service.documents import Documents
    from paperformer.service.feedback import FeedbackStore

    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for record in corrections(FeedbackStore(database), Documents(database)):
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
            count += 1
    if not count:
        raise Misuse("nothing was confirmed yet. Confirm documents on the review page")
    return count


def _served(data: Path, database: Database) -> Path:
    from paperformer.extraction.model_path import default_model_path
    from paperformer.service.models import Models

    return Models(database, data / "models").served() or default_model_path()


def _new_folder(data: Path) -> Path:
    import time

    from paperformer.service.permissions import make_private_folder

    folder = data / FOLDER
    make_private_folder(folder)
    return folder / time.strftime("%Y%m%d-%H%M%S", time.gmtime())


def _promote(model: Path, data: Path, database: Database) -> None:
    from paperformer.service.audit import COMMAND_LINE, Deed
    from paperformer.service.models import Models

    Models(database, data / "models").promote(model, Deed(COMMAND_LINE, "promote_model", str(model)))


def _table(improvement: Improvement) -> str:
    from paperformer.cli.tables import aligned

    rows = [
        (name, str(before.expected), str(before.matched), str(improvement.after[name].matched),
         f"{before.f1:.3f}", f"{improvement.after[name].f1:.3f}")
        for name, before in improvement.before.items() if name in improvement.after
    ]  # fmt: skip
    learned = f"learned from {improvement.learned} documents, measured on {improvement.held_out} others"
    title = f"{_name(improvement)}: {learned}\n"
    return title + aligned([("field", "printed", "right before", "after", "F1 before", "after"), *rows])


def _name(improvement: Improvement) -> str:
    return printable(f"{improvement.manifest.name} {improvement.manifest.version}")


def _verdict(improvement: Improvement, data: Path, *, promote: bool, promoted: bool) -> str:
    how = "better" if improvement.is_better else "worse" if improvement.is_worse else "no better"
    if improvement.may_be_chance:
        how += f" ({improvement.gain:+d} of {improvement.before['all'].expected} values, which may be chance)"
    place = printable(str(improvement.model))
    if promoted:
        return f"{_name(improvement)} is {how}, and is served from the next document on"
    if promote:
        return f"{_name(improvement)} is {how}, so it is not served. It lies in {place}"
    served = f"`paperformer models promote --data {printable(str(data))} {place}` serves it"
    return f"{_name(improvement)} is {how}. {served}"
