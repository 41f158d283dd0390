"""What cards answer: as it is known of them, or as somebody at the table used them (触发条件, 中断, 回应, 强制)."""

from collections.abc import Mapping

from domain.games.champions.state.cards import card_of
from domain.games.champions.state.kinds import CardSheet, Fighting, IdentitySheet, VillainSheet
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions

ON_CARD = {"responses", "interrupts", "forced"}
"""What of a card says what it answers."""


def learn(table: Champions, card: str, what: str, kind: str) -> None:
    """Keep in mind that a card answers something, and with which type of ability; for `apply`."""
    known = table.answers.get(card_of(card), {})
    table.answers = {**table.answers, card_of(card): {**known, what: kind}}


def sheet_of(table: Champions, id_: str) -> tuple[type[Fighting], str]:
    """Where it stands what a card answers: of the villain, its stage at hand; of a copy, its card."""
    if id_ == VILLAIN:
        return VillainSheet, table.villain.sheet
    return (IdentitySheet, id_) if id_ in table.seats else (CardSheet, card_of(id_))


def answers_of(table: Champions, id_: str) -> Mapping[str, str]:
    """What a card answers, as far as it is known, each with the type of ability; what is on the card comes first."""
    (kind, name), seen = sheet_of(table, id_), table.answers.get(card_of(id_), {})
    if not ON_CARD & table.thing(kind.kind_name, name).keys():
        return seen  # most cards say nothing of it, and reading a whole card takes its time
    sheet = kind.of(table, name)
    return {
        **seen,
        **dict.fromkeys(sheet.responses, "response"),
        **dict.fromkeys(sheet.interrupts, "interrupt"),
        **dict.fromkeys(sheet.forced, "forced"),
    }
