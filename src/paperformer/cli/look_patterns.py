"""``paperformer look patterns``: which tokens see which in each attention."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.inspection_extra import inspection_extra
from paperformer.cli.picture_options import OutputName, check_picture, numbers_option, picture_option, show


@click.command("patterns")
@picture_option
@click.option(
    "--tokens", type=click.IntRange(min=8, max=256), default=32, show_default=True, metavar="N",
    help="So many; windows grow with them.",
)  # fmt: skip
@numbers_option
def command(out: Path | None, tokens: int, output: OutputName) -> None:
    """Show who sees whom: full, causal, sliding, dilated and global attention, hybrid, Performer, Linformer.

    Everything is asked of the mechanisms themselves, so what is drawn is what runs.
    """
    check_picture(out)
    with inspection_extra("look patterns"):
        from paperformer.inspection.look.patterns import draw_patterns, patterns

    from paperformer.cli.tables import aligned

    found = patterns(tokens)
    rows = [(pattern.name, f"{100 * pattern.share:.1f} %") for pattern in found]
    show(
        out,
        output,
        figure=lambda: draw_patterns(found),
        table=lambda: aligned([("attention", "pairs compared exactly"), *rows]),
        values=lambda: [
            {
                "name": pattern.name,
                "share": round(pattern.share, 4),
                "seen": None if pattern.seen is None else pattern.seen.tolist(),
                "mixing": None if pattern.mixing is None else pattern.mixing.round(5).tolist(),
            }
            for pattern in found
        ],
    )
