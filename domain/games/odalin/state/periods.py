"""The periods after which parts of the state are reset."""

from domain.components.periods import Periods

PERIODS = Periods(("turn", "round", "combat", "day"))
FIGHT = Periods(("combat",))
"""Only the combat: it may end within a turn, whose spent action points stay spent."""
THIS_TURN, THIS_ROUND, THIS_COMBAT, THIS_DAY = map(PERIODS.until, PERIODS.names)
