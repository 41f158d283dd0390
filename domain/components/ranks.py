"""Ranks: the names of a number from thresholds on, such as levels of experience or of reputation."""

from collections.abc import Mapping


def rank_at(thresholds: Mapping[str, int], value: int) -> str:
    """The rank with the highest threshold that a value reaches; empty if there is none.

    Args:
        thresholds: the ids of the ranks, each with the lowest value that has it.
    """
    reached = [(least, rank) for rank, least in thresholds.items() if value >= least]
    return max(reached, key=lambda found: found[0])[1] if reached else ""


def rank_reached(thresholds: Mapping[str, int], before: int, after: int) -> str:
    """The rank after a change if it is another one than before; empty otherwise."""
    rank = rank_at(thresholds, after)
    return rank if rank != rank_at(thresholds, before) else ""


__all__ = ["rank_at", "rank_reached"]
