"""The Transformer: an encoder whose attention mechanism can be swapped under the same weights.

A config says what to build, ``build`` builds it, a forward pass reads like the equations::

    config = small(vocabulary_size=30522, attention=PerformerConfig())
    encoder = build_encoder(config, torch.Generator().manual_seed(0))
    states = encoder(ids)  # (batch, tokens, 384)

Modules are imported one by one, so that a config can be read where torch is not installed.
"""
