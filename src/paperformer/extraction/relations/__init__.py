"""How candidates of different fields agree: relations that hold or fail, with fitted weights."""
