"""What comes next of the encounter cards: dealt, then revealed one at a time, player by player (发放, 展示)."""

from collections.abc import Iterator

from domain.games.champions.encounter.order import reveals_now
from domain.games.champions.encounter.revealing import EncounterCardRevealed
from domain.games.champions.piles.encounter import EncounterCounted, step_cards
from domain.games.champions.rounds.dealing import StepCardsDealt
from domain.games.champions.state.table import Champions
from domain.language.game import Prompt
from domain.language.text import text


def coming(table: Champions) -> Iterator[Prompt]:
    """The cards of the villain phase; what surge and obligations bring is due, and comes before."""
    if table.place[1] == "dealing":
        if not table.scenario.counted:
            yield Prompt(text("How many cards are in the encounter deck?"), EncounterCounted, needs=("deck",))
        cards = sum(step_cards(table).values())
        yield Prompt(text("Deal {cards|encounter card|encounter cards}", cards=cards), StepCardsDealt, must=True)
    elif table.place[1] == "encounters" and (seat := reveals_now(table)):
        yield revealing(table, seat)


def revealing(table: Champions, seat: str) -> Prompt:
    """A player reveals the next dealt card; its name is asked for only where cards are tracked by name."""
    name, left = table.called("identities", seat), table.seats[seat].dealt
    title = text("{seat} reveals an encounter card[, of {left}]", seat=name, left=left if left > 1 else "")
    return Prompt(title, EncounterCardRevealed, must=True, fields={"seat": seat}, opens=is_named(table))


def is_named(table: Champions) -> bool:
    """Whether it matters which card it is: where it goes is tracked."""
    return any(table.tracks(area) for area in ("minions", "schemes", "cards"))


__all__ = ["coming"]
