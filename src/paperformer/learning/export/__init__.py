"""Writing a trained model as an ONNX graph, and proving that it answers as torch does."""
