"""What comes next before the war: the cards that each seat begins with, answered together (3.1)."""

from collections.abc import Iterator

from domain.games.runewars.hands import names_cards
from domain.games.runewars.realm.cards import QuestsDrawn, TacticsDrawn
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.state.kinds import FactionSheet
from domain.games.runewars.state.table import Runewars
from domain.language.game import Prompt
from domain.language.text import text

QUESTS_AT_START = 2


def dealing(table: Runewars) -> Iterator[Prompt]:
    """The cards that a seat begins with, all on one card: tactics as the sheet says, two quests, an objective."""
    together, opens = text("Cards at the start"), names_cards(table)
    for id_, seat in table.seats.items():
        name, count = table.called("seats", id_), FactionSheet.of(table, id_).tactics or 0
        if count and not seat.held:
            title = text("{seat}: {count|tactics card|tactics cards}", seat=name, count=count)
            yield Prompt(title, TacticsDrawn, True, {"seat": id_, "count": count}, opens=opens, card=together)
        if not seat.quests:
            title = text("{seat}: {count|quest card|quest cards}", seat=name, count=QUESTS_AT_START)
            yield Prompt(title, QuestsDrawn, True, {"seat": id_, "count": QUESTS_AT_START}, opens=opens, card=together)
        if not seat.has_objective:
            title = text("{seat}: an objective", seat=name)
            yield Prompt(title, ObjectiveDealt, True, {"seat": id_}, opens=opens, card=together)


def without_cards(table: Runewars) -> list[str]:
    """Seats that lack some of the cards they begin with."""
    asked = list(dealing(table))
    return [seat for seat in table.seats if any(prompt.fields["seat"] == seat for prompt in asked)]


__all__ = ["dealing", "without_cards"]
