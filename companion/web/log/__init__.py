"""The room Log: what happened, why, and putting it right."""
