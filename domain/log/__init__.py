"""One campaign and its history: entries, the fold, checkpoints, corrections and the walks they lead to."""
