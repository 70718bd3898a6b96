"""A server of the Model Context Protocol: assistants read documents of a few folders with it, over stdio."""
