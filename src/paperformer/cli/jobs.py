"""Number of processes that read."""

from __future__ import annotations

import click


def affordable(jobs: int, documents: int | None) -> int:
    """As many of the ``jobs`` as there are documents, where that is known, and as memory bears."""
    from paperformer.extraction.memory import affordable_jobs, free_megabytes

    wanted = jobs if documents is None else min(jobs, max(1, documents))
    if wanted == 1:
        return 1
    free = free_megabytes()
    bearable = affordable_jobs(wanted, free)
    if bearable < wanted:
        click.echo(f"paperformer: reading with --jobs {bearable}: {free} MB of memory are free", err=True)
    return bearable
