"""How a correction is computed: its request, the commands recorded again on a second table, its result and preview."""
