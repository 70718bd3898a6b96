"""Pictures of the inside of models: attention, positions, embeddings, patterns, costs, places of tokens."""
