"""How long what stands in the state lasts."""

from domain.components.periods import Periods

PERIODS = Periods(("turn", "round", "combat", "day"))
FIGHT = Periods(("combat",))
"""A combat alone: it may end within a turn, whose action points stay spent."""
THIS_TURN, THIS_ROUND, THIS_COMBAT, THIS_DAY = map(PERIODS.until, PERIODS.names)
