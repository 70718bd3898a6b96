"""Language models: texts and documents in, a model that fills gaps or writes on out.

``sources`` streams texts, ``sequences`` cuts them into tokens, ``store`` keeps these on disk, ``batches``
makes rows of them, ``masking`` hides tokens, ``objective`` is the loss, ``pretrain`` runs it all,
``held_out`` tells how good a model is, and ``generate`` lets it write.
"""
