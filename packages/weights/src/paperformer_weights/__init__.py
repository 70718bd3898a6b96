"""The folder ``model`` beside this file is what a training of Paperformer goes on from."""
