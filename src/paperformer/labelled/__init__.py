"""Documents whose right answers are known, to learn from and to measure with.

``documents`` reads a JSONL file (``record`` is a line of it), ``folder`` documents with their answers beside
them, ``answers`` what ``paperformer extract`` answered, ``standoff`` labels that lie apart from their words;
``values`` reads the right values alone. ``truths`` brings these into the form of our answers.
"""
