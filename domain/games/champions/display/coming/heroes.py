"""What comes next for heroes: a cost that is being paid, and powers on the own turn."""

from collections.abc import Iterator, Sequence

from domain.games.champions.base import whose_turn
from domain.games.champions.heroes.attacks import AllyAttacked, HeroAttacked
from domain.games.champions.heroes.paying import (
    CostPaid,
    PaymentAborted,
    ResourceGenerated,
    open_payment,
    unpaid,
    worth,
)
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.heroes.powers import INSTEAD, Use
from domain.games.champions.heroes.recovering import RecoveryTaken
from domain.games.champions.heroes.thwarts import AllyThwarted, HeroThwarted
from domain.games.champions.numbers import number
from domain.games.champions.state.kinds import CardSheet
from domain.games.champions.state.names import STATUS_NAMES
from domain.games.champions.state.processes import Payment
from domain.games.champions.state.scenario import MAIN, VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.event import Event
from domain.language.game import Prompt
from domain.language.shown.sheet import Said
from domain.language.text import Text, text

Attack = HeroAttacked | AllyAttacked
Thwart = HeroThwarted | AllyThwarted


def coming(table: Champions) -> Iterator[Prompt]:
    """What is open comes first, then what whoever has the turn can do."""
    if (payment := open_payment(table)) and table.tracks("cards"):
        yield from paying_for(table, payment)
    if seat := whose_turn(table):
        yield from on_turn(table, seat)


def possible(table: Champions, event: Event[Champions]) -> bool:
    """Whether the rules let something happen now."""
    return not table.held(event.refusals(table))


# --- what is open ----------------------------------------------------------------------------


def paying_for(table: Champions, payment: Payment) -> Iterator[Prompt]:
    """Resources are generated until it is paid; then the card is played, or what an ability does is recorded."""
    fields = {"seat": payment.seat}
    told = {"seat": table.called("identities", payment.seat), "card": table.called("cards", payment.card)}
    if list(unpaid(payment.cost, payment.needs, payment.generated)):
        sum_ = {"have": worth(payment.generated), "cost": payment.cost}
        title = text("{seat} pays for {card}: {have} of {cost}", **told, **sum_)
        has_cards = bool(table.seat(payment.seat).hand) or not table.tracks("hands")
        if has_cards:
            yield Prompt(title, ResourceGenerated, must=True, fields=fields, needs=("spent",))
        by_ability = text("{seat}: resources of an ability", **told) if has_cards else title
        yield Prompt(by_ability, ResourceGenerated, must=not has_cards, fields=fields, needs=("by", "resources"))
    else:
        plays = list(playing(table, payment, text("{seat}: play {card}", **told)))
        yield from plays
        if is_here(table, payment.card) or not any(play.complete for play in plays):
            yield Prompt(text("{seat}: paid for {card}", **told), CostPaid, must=not plays, fields=fields)
    yield Prompt(text("{seat}: not paid after all", **told), PaymentAborted, fields=fields)


def is_here(table: Champions, card: str) -> bool:
    """Whether a card is in play, so that it may be an ability of it that is paid for."""
    return card in table.seats or any(card in (copy, here.card) for copy, here in table.play.items())


def playing(table: Champions, payment: Payment, title: Text) -> Iterator[Prompt]:
    """The card that was paid for, if it is one that can be played; its type is asked for where nobody knows it."""
    played = CardPlayed(seat=payment.seat, card=payment.card)
    if not table.tracks("hands"):
        return
    fields = {"seat": payment.seat, "card": payment.card}
    if possible(table, played):
        yield Prompt(title, CardPlayed, must=True, fields=fields)
    elif CardSheet.of(table, payment.card).type is None and possible(table, played.but(type="event")):
        yield Prompt(title, CardPlayed, must=True, fields=fields, needs=("type",))


# --- powers on the own turn ------------------------------------------------------------------


def on_turn(table: Champions, seat: str) -> Iterator[Prompt]:
    """The basic powers of a hero or an alter-ego, and those of allies that are ready."""
    yield from attacking(table, HeroAttacked(seat=seat, target=VILLAIN), seat)
    yield from thwarting(table, HeroThwarted(seat=seat, scheme=MAIN), seat)
    yield from recovering(table, seat)
    for copy in table.copies("ally") if table.tracks("allies") else ():
        if table.play[copy].controller == seat:
            yield from attacking(table, AllyAttacked(card=copy, target=VILLAIN), copy)
            yield from thwarting(table, AllyThwarted(card=copy, scheme=MAIN), copy)


def recovering(table: Champions, seat: str) -> Iterator[Prompt]:
    """A recovery of who is hurt; where nobody knows the REC, how much is still to be said."""
    value = number(table, seat, "recover")
    if table.seat(seat).damage and possible(table, RecoveryTaken(seat=seat, amount=1 if value is None else value)):
        title = text("{who}: recover[ {value}]", who=table.called("identities", seat), value=value)
        needs = () if value is not None else ("amount",)
        yield Prompt(title, RecoveryTaken, fields={"seat": seat}, needs=needs)


def targets(table: Champions, attack: Attack) -> list[str]:
    """The enemies that somebody can attack now; where nobody knows how much, the damage is still to be said."""
    said = attack.but(amount=attack.amount if attack.used().strength(table) is not None else 1)
    return [id_ for id_ in table.ids("enemies") if possible(table, said.but(target=id_))]


def schemes(table: Champions, thwart: Thwart) -> list[str]:
    """The schemes that somebody can thwart now."""
    said = thwart.but(amount=thwart.amount if thwart.used().strength(table) is not None else 1)
    return [id_ for id_ in table.ids("schemes") if possible(table, said.but(scheme=id_))]


def comes_to(table: Champions, use: Use) -> Said | None:
    """What a power comes to now, in words: how much, or the status card that is discarded; None if nobody knows."""
    if use.stopped(table):
        return text("{status} is discarded", status=STATUS_NAMES[INSTEAD[use.power]])
    value = use.strength(table)
    return None if value is None else str(value)


def only_one(table: Champions, kind: str, among: Sequence[str]) -> Said:
    """Which of several a power can be used on, if it is one alone; empty where there is no other on the table."""
    return table.called(kind, among[0]) if len(among) == 1 < len(list(table.ids(kind))) else ""


def attacking(table: Champions, attack: Attack, user: str) -> Iterator[Prompt]:
    """An attack that somebody can make; with a single enemy it is all there."""
    yield from _power(table, attack, "target", targets(table, attack), user)


def thwarting(table: Champions, thwart: Thwart, user: str) -> Iterator[Prompt]:
    """A thwart that somebody can make; with a single scheme it is all there."""
    yield from _power(table, thwart, "scheme", schemes(table, thwart), user)


def _power(table: Champions, event: Attack | Thwart, field: str, among: Sequence[str], user: str) -> Iterator[Prompt]:
    if among:
        who, use = "seat" if user in table.seats else "card", event.used()
        fields = {who: user, **({field: among[0]} if len(among) == 1 else {})}
        needs = () if use.strength(table) is not None else ("amount",)
        yield Prompt(power_words(table, use, among), type(event), fields=fields, needs=needs)


def power_words(table: Champions, use: Use, among: Sequence[str]) -> Text:
    """How an attack or a thwart is offered."""
    told: dict[str, object] = {"who": table.called("characters", use.user)}
    if use.stopped(table):
        told["status"] = STATUS_NAMES[INSTEAD[use.power]]
    else:
        told["value"] = use.strength(table)
    if use.power == "attack":
        told["whom"] = only_one(table, "enemies", among)
        return text("{who}: attack[ {whom}][ for {value}][: {status} is discarded instead]", **told)
    told["scheme"] = only_one(table, "schemes", among)
    return text("{who}: thwart[ {scheme}][ by {value}][: {status} is discarded instead]", **told)
