"""How long what stands in the state lasts."""

from domain.components.periods import Periods

PERIODS = Periods(("activation", "combat round", "combat", "turn", "round"))
THIS_ACTIVATION, THIS_COMBAT_ROUND, THIS_COMBAT, THIS_TURN, THIS_ROUND = map(PERIODS.until, PERIODS.names)
