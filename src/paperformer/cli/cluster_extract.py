"""``paperformer cluster extract``: a batch on the machines of a Ray cluster."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.batches import (
    BatchSettings,
    batch_inputs,
    batch_options,
    end,
    follow,
    say_notes,
    store_config,
)
from paperformer.cli.failure import Misuse
from paperformer.cli.options import (
    FilePath,
    fields_option,
    known_parties_option,
    min_confidence_option,
    model_option,
    ocr_engine_option,
    ocr_option,
    password_option,
    without_option,
)
from paperformer.cli.schema import known_fields

if TYPE_CHECKING:
    from paperformer.cluster.runner import ClusterConfig
    from paperformer.extraction.known_parties.party import KnownParty
    from paperformer.extraction.options import ReadingOptions
    from paperformer.extraction.resumable.inputs import InputFile, Inputs
    from paperformer.extraction.resumable.summary import Summary


@click.command("extract")
@click.argument("paths", metavar="IN...", nargs=-1, type=FilePath(readable=False))
@click.argument("out", metavar="OUT", type=FilePath(file_okay=False, path_type=Path))
@click.option(
    "--address", default="auto", show_default=True, metavar="HOST:PORT",
    help="The cluster: auto is the one that this machine belongs to, local one on this machine alone.",
)  # fmt: skip
@click.option(
    "--actors", type=click.IntRange(min=1), metavar="N",
    help="Actors that read, each on a core of its own.  [default: the cores of the cluster]",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Choice(["jsonl", "parquet"]), default="jsonl", show_default=True,
    help="The form of the parts.",
)  # fmt: skip
@click.option(
    "--metrics", type=FilePath(dir_okay=False, path_type=Path), metavar="FILE.prom",
    help="Write counts for Prometheus into this file every few seconds, for the textfile collector of the "
    "node exporter.",
)  # fmt: skip
@click.option(
    "--in-flight", type=click.IntRange(min=1), metavar="MB", default=1_000, show_default=True,
    help="Answers that wait to be written; beyond that actors pause.",
)  # fmt: skip
@click.option(
    "--actor-memory", type=click.IntRange(min=1), metavar="MB", default=1_000, show_default=True,
    help="Memory that is reserved for each actor.",
)  # fmt: skip
@batch_options(resumed=False)
@fields_option
@click.option(
    "--max-results", type=click.IntRange(min=1), default=3, show_default=True, metavar="N",
    help="Candidates per field, best first.",
)  # fmt: skip
@min_confidence_option
@ocr_option
@ocr_engine_option
@click.option("--split", is_flag=True, help="Answer for each document that a file holds.")
@password_option
@model_option
@known_parties_option
@without_option
@click.option("--debug", is_flag=True, help="Print the traceback of errors that are Paperformer's own.")
def command(
    paths: tuple[str, ...],
    out: Path,
    address: str,
    actors: int | None,
    output: str,
    metrics: Path | None,
    in_flight: int,
    actor_memory: int,
    batch: BatchSettings,
    fields: str | None,
    max_results: int,
    min_confidence: float,
    ocr: Literal["auto", "always", "never"],
    ocr_engine: str,
    split: bool,
    password: str | None,
    model: Path | None,
    known_parties: tuple[KnownParty, ...] | None,
    without: tuple[str, ...],
    debug: bool,
) -> None:
    """Read the documents of IN on a cluster, and write their answers into the folder OUT.

    IN is what `extract --resume` takes: files, folders, patterns, addresses (s3://bucket/folder). Files and
    the model must have the same path on every machine. OUT lies on the machine that runs this command, and
    holds the same as the folder of `extract --resume`: parts and a manifest. The same command again continues
    the batch, and so does `extract --resume`.
    """
    from paperformer.cluster.connection import check_ray, connected
    from paperformer.cluster.runner import ClusterConfig
    from paperformer.extraction.options import ReadingOptions
    from paperformer.extraction.resumable.addresses import is_address

    check_ray()
    if is_address(str(out)):
        raise Misuse(f"{out} is an address. Give a folder of this machine, and copy its parts from there")
    options = ReadingOptions(
        model=None if model is None else model.resolve(),
        ocr=ocr,
        ocr_engine=ocr_engine,
        fields=known_fields(fields, model),
        max_results=max_results,
        min_confidence=min_confidence,
        split=split,
        password=password,
        known_parties=known_parties,
        without=without,
    )
    inputs = batch_inputs(paths, batch, out)
    with connected(address) as cores:
        config = ClusterConfig(
            actors=actors or cores,
            attempts=batch.attempts,
            megabytes_in_flight=in_flight,
            megabytes_per_actor=actor_memory,
        )
        summary = _run(inputs, out, output, options, batch, config, metrics, debug)
    end(summary)


def _run(
    inputs: Inputs,
    out: Path,
    form: str,
    options: ReadingOptions,
    batch: BatchSettings,
    config: ClusterConfig,
    metrics: Path | None,
    debug: bool,
) -> Summary:
    from paperformer.cluster.actor import ReadingOptions
    from paperformer.cluster.metrics import MetricsFile
    from paperformer.cluster.runner import run_on_cluster
    from paperformer.extraction.batch import TaskReader
    from paperformer.extraction.resumable.keys import settings_hash
    from paperformer.extraction.resumable.store import Store

    settings = settings_hash(options)
    reading = ReadingOptions(functools.partial(TaskReader, options), batch.deadline, options.limits)
    file = None if metrics is None else MetricsFile(metrics)
    with Store(store_config(out, form, batch)) as store:
        say_notes(store, settings)
        reports = run_on_cluster(_everywhere(inputs), reading, settings, store, config)
        summary = follow(reports, inputs, out, debug, file.seen if file else lambda _: None)
    if file is not None:
        file.write(summary)
    return summary


def _everywhere(inputs: Inputs) -> Iterator[InputFile]:
    """The files by paths that hold whatever folder a process stands in."""
    from paperformer.extraction.resumable.addresses import is_address

    for file in inputs:
        here = file.error is not None or is_address(file.address)
        yield file if here else replace(file, address=str(Path(file.address).absolute()))
