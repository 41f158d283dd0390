"""What cards answer: as it is known of them, or as somebody at the table used them (触发条件, 中断, 回应, 强制)."""

from collections.abc import Mapping

from domain.games.champions.state.cards import card_of
from domain.games.champions.state.kinds import CardSheet, Fighting, IdentitySheet, Occurrence, VillainSheet
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions


def learn(table: Champions, card: str, what: str, kind: str) -> None:
    """Keep in mind that a card answers something, and with which type of ability; for `apply`."""
    known = table.answers.get(card_of(card), {})
    table.answers = {**table.answers, card_of(card): {**known, what: kind}}


def sheet_of(table: Champions, id_: str) -> Fighting:
    """What is known of a card by its name, of an identity, or of the villain's stage at hand."""
    if id_ == VILLAIN:
        return VillainSheet.of(table, table.villain.sheet)
    return IdentitySheet.of(table, id_) if id_ in table.seats else CardSheet.of(table, card_of(id_))


def answer_of(table: Champions, id_: str, what: str) -> str:
    """The type of ability by which a card answers something, as far as it is known; empty where none is."""
    sheet, seen = sheet_of(table, id_), table.answers.get(card_of(id_), {})
    known: Mapping[str, list[Occurrence]] = {
        "forced": sheet.forced,
        "interrupt": sheet.interrupts,
        "response": sheet.responses,
    }
    return next((kind for kind, told in known.items() if what in told), "") or seen.get(what, "")
