"""The periods after which values of the state are reset."""

from domain.components.periods import Periods

PERIODS = Periods(("activation", "combat round", "combat", "turn", "round"))
THIS_ACTIVATION, THIS_COMBAT_ROUND, THIS_COMBAT, THIS_TURN, THIS_ROUND = map(PERIODS.until, PERIODS.names)
