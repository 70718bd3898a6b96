"""One module for each revision; its first line says what it changes."""
