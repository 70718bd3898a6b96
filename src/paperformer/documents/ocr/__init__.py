"""Reading words off pictures: engines behind one protocol."""
