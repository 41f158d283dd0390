"""Encounter cards: revealed one at a time and resolved by type; obligations and treacheries."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Line, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import (
    ChampionsEvent,
    HostId,
    InGame,
    Maybe,
    PlayedEvent,
    SeatId,
    Some,
    cards_due,
    not_in_game,
    not_open,
    not_played,
    of_encounter,
    of_types,
    players_card,
    start_occurrence,
    still_due,
)
from domain.games.champions.cards.entering import (
    AttachmentEntered,
    EnvironmentEntered,
    MinionEntered,
    ObligationEntered,
    SideSchemeEntered,
    host_named,
    identity_as_named,
)
from domain.games.champions.harm import DamageDealt
from domain.games.champions.piles.encounter_deck import EncounterDeckTaken, none_left
from domain.games.champions.state.kinds import CardSheet, IdentitySheet
from domain.games.champions.state.table import VILLAIN, Champions

# === The player who reveals: in player order, each player all of their own cards (F31) ===========


def reveals_now(table: Champions) -> str:
    """The player whose dealt cards are revealed next; empty if none are left."""
    order = table.player_order()
    if table.revealing in order:
        at = order.index(table.revealing)
        order = [*order[at:], *order[:at]]
    return next((seat for seat in order if table.seats[seat].dealt), "")


def is_named(table: Champions) -> bool:
    """Whether it matters which card it is, because the table tracks where it goes."""
    return any(table.tracks(area) for area in ("minions", "schemes", "cards"))


def dealt_left(table: Champions) -> int:
    """The number of dealt cards that are not revealed yet."""
    return sum(table.seats[seat].dealt for seat in table.in_game())


# === Treacheries: resolved and discarded, even if cancelled (诡计) ===============================

AnyCard = Annotated[Remark, Choice("cards", free=True, likely=of_encounter)]
"""A card by name; empty if it is not named."""


class EncounterEvent(PlayedEvent):
    heading = "Encounter"


class OpenCardResolved(EncounterEvent):
    """The base of events that resolve an open card in front of a player."""

    seat: SeatId
    name: AnyCard = Field(default="", title="which card")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_open(table, self.lying(table), self.name)

    def lying(self, table: Champions) -> list[str]:
        """The open cards of the event's type in front of the player."""
        return cards_due(table, self, "name", "seat")

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(name=self.name or next(iter(self.lying(table)), ""))


class TreacheryResolved(OpenCardResolved):
    title = "Resolve a treachery"
    help_text = "The treachery is resolved or cancelled: discard it, and any peril is over."
    sentence = "{seat} resolved {name}[{cancelled|, cancelled}][: {outcome}]"
    question = "{seat} resolves {name}"
    tracked = ("encounter",)
    layout = Layout(usual=("outcome",), keypad="outcome")
    cancelled: bool = False
    outcome: Occasion = Field(default="", title="what happened")

    def apply(self, table: Champions) -> None:
        table.scenario.discard.append(self.name)
        table.peril = "" if table.peril == self.seat else table.peril


class EachHeroDamaged(EncounterEvent):
    """Damage each hero. An identity in alter-ego form is no hero (身份)."""

    title = "Damage each hero"
    help_text = "A card deals damage to every hero. Players in alter-ego form are not heroes."
    sentence = "{amount} damage to each hero[ ({source})]"
    amount: Some = 1
    source: Occasion = ""

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        for seat in table.player_order():
            if table.seats[seat].form == "hero":
                yield DamageDealt(target=seat, amount=self.amount)


# === Obligations: given to the player of their identity, who resolves them; nemesis sets (重担卡, 劲敌)

NEMESIS_ENTERED = refusal("nemesis-entered", "The nemesis of {seat} has already entered.", rule=sections.NEMESIS)
NEMESIS_UNKNOWN = never(
    "nemesis-unknown",
    "Say how many cards of the nemesis set are shuffled into the encounter deck: the set is not typed in.",
    rule=sections.NEMESIS,
    asks=True,
)


class ObligationResolved(OpenCardResolved):
    title = "Resolve an obligation"
    help_text = "The player of an obligation chooses an option on it: it is discarded, removed, or stays in play."
    sentence = "{seat} resolved {name}: {to}[, {choice}]"
    question = "{seat} resolves {name}"
    tracked = ("encounter",)
    layout = Layout(usual=("to", "choice"), keypad="to")
    to: Literal["discarded", "removed", "kept"] = Field(default="discarded", title="what becomes of it")
    choice: Occasion = Field(default="", title="what was chosen")

    def apply(self, table: Champions) -> None:
        scenario = table.scenario
        if self.to == "discarded":
            scenario.discard.append(self.name)
        elif self.to == "removed":
            scenario.removed.append(self.name)
        table.peril = "" if table.peril == self.seat else table.peril

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.to == "kept":
            yield ObligationEntered(name=self.name, seat=self.seat)


def holder_of_obligation(table: Champions, card: str) -> str | None:
    """The player of an obligation: by its identity, which a pack may give as id, title or alter-ego."""
    identity = CardSheet.of(table, card).identity
    if not identity or identity in table.seats:
        return identity or None
    return next((seat for seat in table.seats if identity.casefold() in identity_as_named(table, seat)), None)


def is_anybodys(table: Champions, card: str) -> bool:
    """Whether a named obligation may be that of several players, because its identity is not known."""
    return bool(card) and len(table.seats) > 1 and not CardSheet.of(table, card).identity


OBLIGATION_OF = Printed(
    CardSheet, by="name", field="identity", read=holder_of_obligation, kept=lambda seat: {"identity": seat}
)


def is_out(table: Champions, seat: str) -> bool:
    """Whether the player of an obligation is eliminated, so that its text is ignored (D33)."""
    return table.seat(seat).eliminated


class NemesisSetEntered(EncounterEvent):
    """A nemesis set enters. Known cards of the set are filled in; the rest is shuffled into the encounter deck."""

    title = "Bring in a nemesis"
    help_text = (
        "A card brings in a player's nemesis: the minion, its side scheme, and its cards for the encounter deck."
    )
    sentence = "The nemesis of {seat} entered[: {minion}][, {scheme}][, {shuffled|card|cards} shuffled in][ ({source})]"
    layout = Layout(usual=("minion", "scheme", "shuffled"))
    seat: InGame
    minion: Annotated[Line, of_types("minion")] | None = None
    scheme: Annotated[Line, of_types("side scheme")] | None = Field(default=None, title="which side scheme")
    shuffled: Maybe | None = Field(default=None, title="cards shuffled into the encounter deck")
    source: Occasion = ""
    cards: Annotated[Mapping[AnyCard, Maybe], Settled()] = Field(default_factory=dict)

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.seat(self.seat).nemesis:
            yield NEMESIS_ENTERED(seat=table.called("identities", self.seat))
        if self.shuffled is None and table.scenario.counted and not IdentitySheet.of(table, self.seat).nemesis:
            yield NEMESIS_UNKNOWN()

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(cards=dict(IdentitySheet.of(table, self.seat).nemesis)).completed_from_set(table)

    def completed_from_set(self, table: Champions) -> Self:
        """The event with the known cards of the set filled in."""
        minion = self.minion or self.of_type(table, "minion")
        scheme = self.scheme or self.of_type(table, "side scheme")
        rest = sum(self.cards.values()) - (minion in self.cards) - (scheme in self.cards)
        shuffled = self.shuffled if self.shuffled is not None else max(0, rest) if self.cards else None
        return self.copy_with(minion=minion, scheme=scheme, shuffled=shuffled)

    def of_type(self, table: Champions, type_: str) -> str | None:
        """The first card of a type in the set."""
        return next((card for card in self.cards if CardSheet.of(table, card).type == type_), None)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.nemesis = True
        table.scenario.deck += self.shuffled or 0
        come = [card for card, copies in self.cards.items() for _ in range(copies)]
        for card in come or [self.minion or "", self.scheme or ""]:
            if card in table.scenario.aside:
                table.scenario.aside.remove(card)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.minion:
            yield MinionEntered(name=self.minion, seat=self.seat)
        if self.scheme:
            yield SideSchemeEntered(name=self.scheme)


# === Encounter cards are revealed: they enter play, or a player resolves them (展示, 涌动, 困境)

NONE_DEALT = refusal("none-dealt", "There is no encounter card in front of {seat}.", rule=sections.REVEAL)
DEALT_WAIT = refusal(
    "dealt-wait", "Dealt cards stay face down until the villain phase reveals them.", rule=sections.DEALING
)
OTHERS_REVEAL = refusal("others-reveal", "First {seat} reveals an encounter card.", rule=sections.REVEAL)

HOST_UNKNOWN = refusal(
    "host-unknown", "Say what {card} is attached to: its card is not known.", rule=sections.REVEAL, asks=True
)
WHOSE_UNKNOWN = refusal(
    "whose-unknown",
    "Say whose obligation {card} is: it goes to the player of that identity.",
    rule=sections.REVEAL,
    asks=True,
)

EncounterType = Literal["attachment", "environment", "minion", "obligation", "side scheme", "treachery"]
TYPES: tuple[EncounterType, ...] = (
    "attachment",
    "environment",
    "minion",
    "obligation",
    "side scheme",
    "treachery",
)
RevealedCard = Annotated[Line, Choice("cards", free=True, likely=of_encounter, beside=("type",))]
Source = Literal["dealt", "surge", "obligation", "deck", "elsewhere"]
"""The origin of a revealed card: dealt, from the deck (by surge, an obligation or another card), or elsewhere."""
FROM_DECK: tuple[Source, ...] = ("surge", "obligation", "deck")


class EncounterCardRevealed(EncounterDeckTaken, ChampionsEvent):
    """Reveal an encounter card. An unnamed card counts as resolved; one of unknown type is resolved by hand."""

    help_text = "It enters play according to its type, or is resolved and discarded."
    sentence = "{seat} revealed a card[: {name}][, {sort}][, {surges|with surge}][, {perils|with peril}][ ({source})]"
    question = "{seat} reveals one more card"
    title = "Reveal an encounter card"
    heading = "Encounter"
    tracked = ("encounter",)
    layout = Layout(usual=("name", "type", "surge"))
    seat: SeatId
    name: RevealedCard | None = Field(default=None, title="which card")
    type: Annotated[EncounterType | None, Printed(CardSheet, by="name")] = None
    out_of: Source = Field(default="dealt", title="from where")
    host: Annotated[HostId | None, Field(title="attached to what")] = None
    whose: Annotated[SeatId | None, OBLIGATION_OF] = Field(default=None, title="whose obligation")
    surge: bool = Field(default=False, title="surge: one more card after it")
    peril: bool = Field(default=False, title="peril: no one else may help")
    source: Occasion = ""
    sort: Annotated[EncounterType | None, Settled()] = None
    surges: Annotated[bool, Settled()] = False
    perils: Annotated[bool, Settled()] = False
    holder: Annotated[str, Choice("identities"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The next dealt card; its name is asked for only if cards are tracked by name."""
        if table.place[1] == "encounters" and (seat := reveals_now(table)):
            left = table.seats[seat].dealt
            title = text("{seat} reveals an encounter card[, of {left}]", left=left if left > 1 else "")
            yield Offer(title, {"seat": seat}, required=True, opens_form=is_named(table))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_in_game(table, self.seat)
        yield from players_card(table, self.name)
        if self.type == "obligation" and self.whose is None and is_anybodys(table, self.name or ""):
            yield WHOSE_UNKNOWN(card=table.called("cards", self.name or ""))
        known = self.name is None or table.content_thing(CardSheet.kind_name, self.name)
        if self.type == "attachment" and self.host is None and not known:
            yield HOST_UNKNOWN(card=table.called("cards", self.name or ""))
        if self.out_of != "elsewhere":
            yield from none_left(table, self.name or "")
        if self.out_of == "dealt":
            yield from not_now(table, self.seat)

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = CardSheet.of(table, self.name or "")
        sort = self.type
        return self.copy_with(
            sort=sort,
            surges=self.surge or "surge" in sheet.keywords,
            perils=self.peril or "peril" in sheet.keywords,
            holder=(self.whose or self.seat) if sort == "obligation" else "",
            host=self.host or (host_named(table, sheet.attach_to) if sort == "attachment" else None),
        )

    def taken_off_deck(self, table: Champions) -> int:
        return 1 if self.out_of in FROM_DECK else 0

    def apply(self, table: Champions) -> None:
        start_occurrence(table, "reveal")
        leave_its_pile(table, self.seat, self.out_of)
        if self.surges:
            table.agenda.put(EncounterCardRevealed, seat=self.seat, out_of="surge")
        lay_open(table, self)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from entries_of_card(self)


def not_now(table: Champions, seat: str) -> Iterator[Refused]:
    """The refusals for revealing a dealt card now: an open card, the wrong step, no card, or another player's turn."""
    first = reveals_now(table)
    yield from still_due(table)
    if table.step != "encounters":
        yield DEALT_WAIT()
    elif not table.seat(seat).dealt:
        yield NONE_DEALT(seat=table.called("identities", seat))
    elif first != seat:
        yield OTHERS_REVEAL(seat=table.called("identities", first))


def leave_its_pile(table: Champions, seat: str, out_of: Source) -> None:
    """Take a card from its pile; for `apply`."""
    if out_of in FROM_DECK:
        table.scenario.take("deck", 1)
    elif out_of == "dealt" and (here := table.seats.get(seat)):
        here.dealt = max(0, here.dealt - 1)
        table.revealing = seat


def lay_open(table: Champions, card: EncounterCardRevealed) -> None:
    """Put aside a card that does not enter play: it waits to be resolved, or is discarded. For `apply`."""
    if card.sort == "obligation" and card.name and is_out(table, card.holder):
        table.scenario.removed.append(card.name)
        table.agenda.put(EncounterCardRevealed, seat=card.seat, out_of="obligation")
    elif card.sort == "obligation" and card.name:
        table.agenda.put(ObligationResolved, seat=card.holder or card.seat, name=card.name)
        table.peril = (card.holder or card.seat) if card.perils else table.peril
    elif card.sort in (None, "treachery") and card.name:
        table.agenda.put(TreacheryResolved, seat=card.seat, name=card.name)
        table.peril = card.seat if card.perils else table.peril
    elif card.sort in (None, "obligation", "treachery"):
        table.scenario.discard.append(card.name or "")


def entries_of_card(card: EncounterCardRevealed) -> Iterator[Event[Champions]]:
    """The events by which a card enters play.

    A minion engages its player, and an attachment goes to the villain by default.
    """
    if card.name is None:
        return
    match card.sort:
        case "minion":
            yield MinionEntered(name=card.name, seat=card.seat)
        case "attachment":
            yield AttachmentEntered(name=card.name, host=card.host or VILLAIN)
        case "side scheme":
            yield SideSchemeEntered(name=card.name)
        case "environment":
            yield EnvironmentEntered(name=card.name)
