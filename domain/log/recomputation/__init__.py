"""How a correction is computed: what is requested, the commands recorded again on a second table, and the result."""
