"""One file, several documents: where each begins, and each as a document of its own.

``boundaries`` tells on which pages documents begin, ``regions`` parts receipts on one picture (``gutters``
are the strips between them, a ``frames.Frame`` is the place of one), ``copies`` leaves out second prints, and
``parts`` cuts a file. Where the answers to parts stand in the file is a matter of ``extraction/places``.
"""
