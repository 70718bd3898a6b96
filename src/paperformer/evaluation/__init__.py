"""How good the answers are: they are compared with those of labelled documents.

``evaluate`` measures a model, ``mistakes`` lists what is wrong and ``mistake_pictures`` draws it,
``reliability`` tells whether confidences can be trusted, ``sroie`` is the official score of SROIE.
"""
