"""A batch on a cluster: Ray Data spreads the files over actors, the manifest decides what is done.

Answers come back to the machine that started the batch, which alone writes parts and manifest. Ray repeats
what was lost with a node; an answer that comes twice is kept once.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperformer.cluster.actor import ReadingActor, ReadingOptions
from paperformer.cluster.rows import UNABLE, answers_of_row, row_of_file
from paperformer.errors import ClusterUnavailable
from paperformer.extraction.memory import MEGABYTES_PER_JOB
from paperformer.extraction.resumable.admission import ATTEMPTS, Admission, Admitted, Report
from paperformer.extraction.resumable.inputs import InputFile
from paperformer.extraction.resumable.store import Store

if TYPE_CHECKING:
    import pyarrow as pa
    from ray.data import Dataset

_TASKS_PER_ACTOR = 20  # so that none reads for long after all others have ended


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterConfig:
    """How a cluster reads.

    Args:
        actors: How many read at most, one a core; they start as there is work.
        attempts: A document that failed in so many runs is not tried again.
        most_files_per_task: Files that an actor reads before it hands back their answers, and that are read
            again when its node is lost. Each task costs the driver some milliseconds.
        files_at_once: Files that are handed to Ray as one data set: so many addresses are held in memory.
        megabytes_in_flight: Answers in the object store; beyond that actors wait for the writer.
        megabytes_per_actor: Memory that is reserved for each on its node.
    """

    actors: int
    attempts: int = ATTEMPTS
    most_files_per_task: int = 16
    files_at_once: int = 200_000
    megabytes_in_flight: int = 1_000
    megabytes_per_actor: int = MEGABYTES_PER_JOB


def run_on_cluster(
    files: Iterable[InputFile], reading: ReadingOptions, settings: str, store: Store, config: ClusterConfig
) -> Iterator[Report]:
    """Read the files that are not done; the report of each file as it is ready.

    There must be a connection to Ray (``connection.connected``).

    Args:
        files: Taken lazily.
        reading: How the actors read.
        settings: The hash of model and options.
        store: Where answers go, on this machine; it is left open.
        config: How the cluster is used.

    Raises:
        ClusterUnavailable: when the actors cannot start, or the cluster is gone.
        PaperformerError: when no document can be read at all (no model), or answers cannot be written.
    """
    admission = Admission(
        store=store,
        settings=settings,
        limits=reading.limits,
        attempts=config.attempts,
        hash_here=False,
    )
    decided = admission.of(files)
    while chunk := list(itertools.islice(decided, config.files_at_once)):
        yield from (report for report in chunk if isinstance(report, Report))
        admitted = [item for item in chunk if isinstance(item, Admitted)]
        if admitted:
            yield from _read(admitted, reading, admission, config)
        store.commit_if_due()


def _read(
    admitted: list[Admitted], reading: ReadingOptions, admission: Admission, config: ClusterConfig
) -> Iterator[Report]:
    dataset = _dataset(admitted, reading, config)
    waiting = set(range(len(admitted)))  # an answer that Ray computed twice is taken once
    for block in _blocks(dataset):
        for row in block.to_pylist():
            answered = answers_of_row(row)
            if answered.number == UNABLE and answered.answers.error is not None:
                raise answered.answers.error
            if answered.number in waiting:
                waiting.discard(answered.number)
                yield admission.record(admitted[answered.number], answered.answers, answered.seconds)
        admission.store.commit_if_due()


def _blocks(dataset: Dataset) -> Iterator[pa.Table]:
    """Blocks of answers as they come.

    Raises:
        ClusterUnavailable: the actors cannot start, or the cluster is gone.
    """
    from ray.exceptions import RayError

    try:
        yield from dataset.iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=0)
    except (RayError, ConnectionError) as error:
        remedy = "Have this version of Paperformer on every machine; Ray's own logs say more"
        raise ClusterUnavailable(
            f"the cluster stopped reading ({type(error.__cause__ or error).__name__})", remedy
        ) from error


def _dataset(admitted: list[Admitted], reading: ReadingOptions, config: ClusterConfig) -> Dataset:
    """The answers to come."""
    import ray
    from ray.data import ActorPoolStrategy

    _configure(config)
    rows: list[dict[str, Any]] = [row_of_file(number, entry.file) for number, entry in enumerate(admitted)]
    blocks = number_of_tasks(len(rows), config)
    return ray.data.from_items(rows, override_num_blocks=blocks).map_batches(
        ReadingActor,
        fn_constructor_args=[reading],
        batch_size=None,
        batch_format="pyarrow",
        compute=ActorPoolStrategy(min_size=1, max_size=config.actors),
        num_cpus=1,
        memory=config.megabytes_per_actor * 1_000_000,
    )


def number_of_tasks(files: int, config: ClusterConfig) -> int:
    """How many tasks the files are cut into: small ones where files are few, so that all actors share."""
    each = max(1, min(config.most_files_per_task, files // (_TASKS_PER_ACTOR * config.actors)))
    return -(-files // each)


def _configure(config: ClusterConfig) -> None:
    """Bound the bytes in flight, and leave the terminal to us."""
    from ray.data import DataContext, ExecutionResources

    logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # what goes wrong is our error
    context = DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = False
    context.execution_options.resource_limits = ExecutionResources(
        object_store_memory=config.megabytes_in_flight * 1_000_000
    )
