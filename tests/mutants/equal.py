"""Equal mutants: changed lines that are no other rule, each with the reason why no test can tell."""

EQUAL: dict[tuple[str, str], str] = {}
"""By module and the line as it is changed."""
