"""Read models: what the log says, in tables that are quick to read and can always be rebuilt from it."""

from projections.base import Models
from projections.campaigns import CAMPAIGNS
from projections.current import CURRENT
from projections.log import LOG
from projections.saves import SAVES
from projections.series import SERIES

PROJECTIONS = (CAMPAIGNS, LOG, CURRENT, SERIES, SAVES)

__all__ = ["PROJECTIONS", "Models"]
