"""An encounter card is revealed: it enters play, or somebody resolves it (展示, 涌动, 困境)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import (
    ChampionsEvent,
    HostId,
    SeatId,
    happens,
    not_in_game,
    not_played,
    players_card,
    still_due,
)
from domain.games.champions.cards.entering import (
    AttachmentEntered,
    EnvironmentEntered,
    MinionEntered,
    SideSchemeEntered,
)
from domain.games.champions.cards.rules import host_named
from domain.games.champions.encounter.obligations import ObligationResolved, holder, is_out
from domain.games.champions.encounter.order import reveals_now
from domain.games.champions.encounter.treacheries import TreacheryResolved
from domain.games.champions.piles.copies import none_left
from domain.games.champions.piles.encounter import EncounterDeckExhausted, taken
from domain.games.champions.state.kinds import CardSheet
from domain.games.champions.state.meant import of_encounter
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Line, Occasion, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, refusal

NONE_DEALT = refusal("none-dealt", "No encounter card lies before {seat}.", rule=sections.REVEAL)
DEALT_WAIT = refusal(
    "dealt-wait", "Dealt cards lie face down until the villain phase reveals them.", rule=sections.DEALING
)
OTHERS_REVEAL = refusal("others-reveal", "First: {seat} reveals.", rule=sections.REVEAL)

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
"""Where it comes from: what was dealt, the deck because of surge, of an obligation or of another card, or no pile."""
FROM_DECK: tuple[Source, ...] = ("surge", "obligation", "deck")


class EncounterCardRevealed(ChampionsEvent):
    """A card that nobody names is taken as resolved at once; one of a type that nobody knows is resolved by hand."""

    help_text = "A player reveals an encounter card; it enters play by its type, or is resolved and discarded."
    says = "{seat} revealed a card[: {name}][, {sort}][, {surges|with surge}][, {perils|with peril}][, {source}]"
    asks = "{seat} reveals one more card"
    title = "Encounter card revealed"
    area_of_play = "Encounter"
    tracked = ("encounter",)
    likely = ("name", "type", "surge")
    seat: SeatId
    name: RevealedCard | None = Field(default=None, title="card")
    type: Annotated[EncounterType | None, Printed(CardSheet, by="name")] = None
    out_of: Source = Field(default="dealt", title="from")
    host: Annotated[HostId | None, Field(title="attached to")] = None
    surge: bool = Field(default=False, title="surge: one more card after it")
    peril: bool = Field(default=False, title="peril: nobody else takes part")
    source: Occasion = ""
    sort: Annotated[EncounterType | None, Settled()] = None
    surges: Annotated[bool, Settled()] = False
    perils: Annotated[bool, Settled()] = False
    holder: Annotated[str, Choice("identities"), Settled()] = ""
    beyond: Annotated[Count, Settled()] = 0
    emptied: Annotated[bool, Settled()] = False

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_in_game(table, self.seat)
        yield from players_card(table, self.name)
        if self.out_of != "elsewhere":
            yield from none_left(table, self.name or "")
        if self.out_of == "dealt":
            yield from not_now(table, self.seat)

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = CardSheet.of(table, self.name or "")
        off = taken(table, 1) if self.out_of in FROM_DECK else {}
        sort = self.type
        return self.but(
            sort=sort,
            surges=self.surge or "surge" in sheet.keywords,
            perils=self.peril or "peril" in sheet.keywords,
            holder=holder(table, sheet.identity, self.seat) if sort == "obligation" else "",
            host=self.host or (host_named(table, sheet.attach_to) if sort == "attachment" else None),
            **off,
        )

    def apply(self, table: Champions) -> None:
        happens(table, "reveal")
        leave_its_pile(table, self.seat, self.out_of)
        if self.surges:
            table.agenda.put(EncounterCardRevealed, seat=self.seat, out_of="surge")
        lay_open(table, self)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from entering(self)
        if self.emptied:
            yield EncounterDeckExhausted(drawn=self.beyond)


def not_now(table: Champions, seat: str) -> Iterator[Refused]:
    """Why a player does not reveal a dealt card now; one card is resolved before the next one."""
    first = reveals_now(table)
    yield from still_due(table)
    if table.step != "encounters":
        yield DEALT_WAIT()
    elif not table.seat(seat).dealt:
        yield NONE_DEALT(seat=table.called("identities", seat))
    elif first != seat:
        yield OTHERS_REVEAL(seat=table.called("identities", first))


def leave_its_pile(table: Champions, seat: str, out_of: Source) -> None:
    """Take a card from where it lay; for `apply`."""
    if out_of in FROM_DECK:
        table.scenario.take("deck", 1)
    elif out_of == "dealt" and (here := table.seats.get(seat)):
        here.dealt = max(0, here.dealt - 1)
        table.revealing = seat


def lay_open(table: Champions, card: EncounterCardRevealed) -> None:
    """What becomes of a card that does not enter play: somebody resolves it, or it is done with; for `apply`."""
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


def entering(card: EncounterCardRevealed) -> Iterator[Event[Champions]]:
    """A card that stays enters play: a minion engages who revealed it, an attachment is on the villain if not said."""
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


EVENTS = (EncounterCardRevealed,)
