"""Under tests every public shape of the Transformer library is checked; in use that costs nothing."""

from jaxtyping import install_import_hook

install_import_hook("paperformer.transformer", "beartype.beartype")
