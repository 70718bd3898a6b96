"""Training of the recogniser's head for further scripts (``paperformer.documents.ocr.scripts``)."""
