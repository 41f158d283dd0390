"""What comes next: what events offer themselves, in the order of a round."""

from collections.abc import Sequence
from typing import Any

from domain.games.heroes3 import rounds
from domain.games.heroes3.cards import handling, searching
from domain.games.heroes3.setup import players
from domain.games.heroes3.state.table import Heroes3
from domain.language.event import Event
from domain.language.game import Prompt
from domain.language.prompts import offered_prompts

ORDER: tuple[type[Event[Any]], ...] = (
    players.FactionTaken,
    players.StartTaken,
    players.GameBegun,
    rounds.TeamOrderChosen,
    rounds.TurnBegun,
    handling.MulliganTaken,
    searching.LockedCardReplaced,
    rounds.TurnEnded,
    rounds.RoundEnded,
)


def prompts(table: Heroes3) -> Sequence[Prompt]:
    """The prompts at a table: what is due first, then what offers itself."""
    return [*offered_prompts(ORDER, table)]
