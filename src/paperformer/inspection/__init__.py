"""Looking at what models do, and at what each of their parts is good for."""
