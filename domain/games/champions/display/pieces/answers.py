"""What may answer what happens now: cards in play, and, for who holds them, cards in hand; help that nobody has to use.

It is there only where the table tracks timing, and only for cards of which it is known, from their card or from how
somebody used them, that they answer it. Cards in a hand are found where whoever looks may see them.
"""

from collections.abc import Iterator, Sequence

from domain.games.champions.display.coming.heroes import possible
from domain.games.champions.enemies.activation import HAPPENS
from domain.games.champions.enemies.course import at_hand, kind_of, next_to_activate
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.state.names import OCCURRENCE_NAMES
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.abilities import AbilityTriggered
from domain.games.champions.timing.answers import answers_of
from domain.games.champions.timing.effects import DelayedEffectFired
from domain.games.champions.timing.windows import WindowOpened
from domain.language.shown.board import Ask, Button, Piece, made
from domain.language.text import spoken, text


def answers_piece(table: Champions) -> Iterator[Piece]:
    """What happens, with a tap for each card that answers it; nothing where none does, or a moment for all is open."""
    what = [] if table.windows else happening(table)
    effects, found, held = list(waited(table, what)), list(uses(table, what)), list(in_hands(table, what))
    if effects or found or held:
        named = tuple(OCCURRENCE_NAMES[one] for one in what)
        buttons = [*effects, *taps(table, found), for_all(found, what)]
        yield Piece("answers", text("May answer now: {what}", what=named), buttons=buttons, asks=held)


def happening(table: Champions) -> list[str]:
    """What happens now: what an enemy is at, or does next where it is told in one tap, and the last thing done."""
    found: list[str] = []
    if table.tracks("activations"):
        found += [HAPPENS[activation.kind] for activation in [at_hand(table)] if activation]
    else:
        found += [HAPPENS[kind_of(table, seat)] for _, seat in next_to_activate(table)[:1]]
    return list(dict.fromkeys([*found, *table.happened]))


def answering(table: Champions, what: Sequence[str]) -> list[Button]:
    """A tap for each card in play, identity and villain that is known to answer it."""
    return list(taps(table, list(uses(table, what))))


def taps(table: Champions, found: Sequence[AbilityTriggered]) -> Iterator[Button]:
    """A tap for each of these, forced ones first."""
    for event in sorted(found, key=lambda event: event.kind != "forced"):
        told = {"card": table.called("hosts", event.card), "kind": spoken(event.kind)}
        yield Button(text("{card}: {kind}", **told), event)


def uses(table: Champions, what: Sequence[str]) -> Iterator[AbilityTriggered]:
    """How cards answer it; nothing of those that have answered, lie face down, or cannot now."""
    here = (VILLAIN, *table.in_game(), *table.play) if what else ()
    for id_ in here:
        known = {} if id_ in table.answered or is_hidden(table, id_) else answers_of(table, id_)
        if to := next((one for one in what if one in known), ""):
            event = made(AbilityTriggered, card=id_, seat=user_of(table, id_), kind=known[to], to=to)
            if event and possible(table, event):
                yield event


def is_hidden(table: Champions, id_: str) -> bool:
    """Whether a card lies face down, so that nothing printed on it counts."""
    return id_ in table.play and table.play[id_].facedown


def user_of(table: Champions, id_: str) -> str | None:
    """The player who uses a card: whose identity it is, or who controls it."""
    return id_ if id_ in table.seats else (table.play[id_].controller or None) if id_ in table.play else None


def in_hands(table: Champions, what: Sequence[str]) -> Iterator[Ask]:
    """The way to play each card in a hand that answers it, as far as whoever looks may see the hand."""
    seats = table.in_game() if what and table.tracks("hands") else []
    for seat in seats:
        for card in dict.fromkeys(table.seats[seat].hand):
            known = answers_of(table, card) if card else {}
            if to := next((one for one in what if one in known), ""):
                told = {"seat": table.called("identities", seat), "card": table.called("cards", card)}
                yield Ask(text("{seat}: play {card}", **told), CardPlayed, {"seat": seat, "card": card, "to": to})


def waited(table: Champions, what: Sequence[str]) -> Iterator[Button]:
    """Delayed effects that waited for it: they happen before anybody responds."""
    for id_, effect in table.effects.items():
        if effect.until == "event" and effect.waits_for in what:
            yield Button(text("It happens: {effect}", effect=effect.text), DelayedEffectFired(effect=id_))


def for_all(found: Sequence[AbilityTriggered], what: Sequence[str]) -> Button:
    """A moment in which all are asked in player order, with the forced abilities that are known."""
    condition = next((event.to for event in found if event.to), what[0])
    forced = tuple(event.card for event in found if event.kind == "forced")
    return Button(text("Ask all in player order"), WindowOpened(condition=condition, forced=forced or None))


__all__ = ["answering", "answers_piece", "in_hands"]
