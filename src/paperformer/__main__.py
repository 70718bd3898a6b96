"""``python -m paperformer``."""

from paperformer.cli import main

main(prog_name="paperformer")
