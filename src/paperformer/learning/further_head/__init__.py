"""Training of the recogniser's head for further scripts (``paperformer.documents.ocr.further_head``)."""
