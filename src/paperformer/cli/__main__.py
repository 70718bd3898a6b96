"""``python -m paperformer.cli``."""

from paperformer.cli import main

main(prog_name="paperformer")
