"""Cards enter play: allies, upgrades, supports; minions, attachments, obligations; side schemes, environments."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import (
    CardName,
    ChampionsEvent,
    HostId,
    InGame,
    KeywordName,
    Maybe,
    NumberName,
    PlayerCard,
    comes_of_it,
    not_in_game,
    not_played,
    of_types,
)
from domain.games.champions.cards.printed import USES, health_of, numbers_of, threat_of
from domain.games.champions.cards.rules import not_unique, one_more
from domain.games.champions.piles.copies import none_left
from domain.games.champions.piles.drawing import deck_ended
from domain.games.champions.piles.encounter import (
    EncounterDeckExhausted,
    EncounterPile,
    not_in_encounter_pile,
    take_encounter,
)
from domain.games.champions.piles.hands import PlayerPile, not_in_pile
from domain.games.champions.state.cards import InPlay, new_copy
from domain.games.champions.state.kinds import CardSheet, CardType
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.schemes import ThreatCounted
from domain.games.champions.zones import engage, lend_hit_points
from domain.language.chance import Chance
from domain.language.event import Count, Delta, Event, Line, Occasion, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal
from domain.language.text import spoken

NO_TYPE = never("no-type", "Nobody knows yet what {card} is: say which type of card.", rule=sections.PLAYING)
OTHER_TYPE = refusal("other-type", "{card} is another type of card: {type}.", rule=sections.PLAYING)
TWO_PILES = never("two-piles", "Say one pile that {card} comes from.")

CopyName = Annotated[str, Field(max_length=220), Settled()]
"""The id that a card has while it is in play."""


class EnteringEvent(ChampionsEvent):
    """A card enters play, ready, with what is printed on it."""

    area_of_play = "Cards in play"
    types: ClassVar[tuple[CardType, ...]]
    """The types that enter play in this way; the first one where there is only one."""
    name: CardName = Field(title="card")
    source: Occasion = ""
    card: CopyName = ""
    printed: Annotated[Mapping[NumberName, Delta], Settled()] = Field(default_factory=dict)
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()
    traits: Annotated[tuple[Line, ...], Settled()] = ()
    counters: Annotated[Mapping[Line, Count], Settled()] = Field(default_factory=dict)

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        known = CardSheet.of(table, self.name).type
        if known and known not in self.types and not self.hidden_side():
            yield OTHER_TYPE(card=table.called("cards", self.name), type=spoken(known))
        if not self.hidden_side():
            yield from not_unique(table, self.name)

    def hidden_side(self) -> bool:
        """Whether it lies face down, so that nothing printed on it counts."""
        return False

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = CardSheet() if self.hidden_side() else CardSheet.of(table, self.name)
        return self.but(
            card=self.card or new_copy(self.name, in_use(table)),
            printed=numbers_of(sheet),
            keywords=tuple(sheet.keywords),
            traits=tuple(sheet.traits),
            counters={sheet.uses_of or USES: sheet.uses} if sheet.uses else {},
        ).filled(table, sheet)

    def filled(self, table: Champions, sheet: CardSheet) -> Self:
        """With what only cards of this type have."""
        return self

    def put(self, table: Champions, **values: Any) -> None:
        """Lay the card on the table; for `apply`."""
        comes_of_it(table, "entering")
        table.play[self.card or self.name] = InPlay(
            card=self.name,
            printed=dict(self.printed),
            keywords=list(self.keywords),
            traits=list(self.traits),
            counters=dict(self.counters),
            uses_of=next(iter(self.counters), ""),
            tough="toughness" in self.keywords,
            **values,
        )
        lend_hit_points(table, self.card or self.name)


def in_use(table: Champions) -> Collection[str]:
    """The ids that a card cannot have now: those in play, and of minions that activated in this step and are gone."""
    return {*table.play, *table.activated} if table.step == "activations" else table.play


def health_here(table: Champions, id_: str) -> int | None:
    """The hit points of a card for as many players as began."""
    return health_of(table, CardSheet.of(table, id_))


def known_health(value: int) -> Mapping[str, object]:
    """What is known of a card once somebody said how many hit points it has."""
    return {"health": value, "health_each": False}


HEALTH = Printed(CardSheet, by="name", read=health_here, kept=known_health)


class CardEntered(EnteringEvent):
    """An upgrade that changes a number of its hero is attached to that hero, so that it counts."""

    help_text = "An ally, an upgrade or a support enters play, ready."
    says = "{name} entered play with {seat}[, attached to {host}][, {source}]"
    tracked = ("allies",)
    types = ("ally", "upgrade", "support")
    likely = ("type", "health", "host", "out_of")
    name: PlayerCard = Field(title="card")
    seat: InGame
    type: Annotated[Literal["ally", "upgrade", "support"] | None, Printed(CardSheet, by="name")] = None
    health: Annotated[Maybe | None, HEALTH] = Field(default=None, title="hit points of an ally")
    host: Annotated[HostId | None, Field(title="attached to")] = None
    out_of: PlayerPile | Literal["removed"] | None = Field(default=None, title="from")
    owner: Annotated[InGame | None, Field(title="owner, if it is another player's")] = None

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        yield from one_more(table, self.name, self.seat)
        yield from not_in_pile(table, self.owner or self.seat, self.out_of, self.name)
        if self.type is None:
            yield NO_TYPE(card=table.called("cards", self.name))

    def filled(self, table: Champions, sheet: CardSheet) -> Self:
        type_, health = self.type or "support", self.health if self.type == "ally" else None
        bonus = sheet.attack_bonus or sheet.scheme_bonus or sheet.health_bonus
        host = self.host or (self.seat if type_ == "upgrade" and bonus else None)
        return self.but(type=type_, health=health, host=host, owner=self.owner or self.seat)

    def apply(self, table: Champions) -> None:
        if self.out_of:
            table.seat(self.owner or self.seat).take(self.out_of, 1, (self.name,))
        self.put(
            table,
            type=self.type or "support",
            owner=self.owner or self.seat,
            controller=self.seat,
            host=self.host or "",
            health=self.health,
        )

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.out_of == "deck":
            yield from deck_ended(table, self.owner or self.seat)


class EncounterEntering(EnteringEvent):
    """A card of the encounter enters play; one that a card finds and puts into play comes out of a pile."""

    pile: EncounterPile | None = Field(default=None, title="from the encounter")
    emptied: Annotated[bool, Settled()] = False

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_encounter_pile(table, self.pile, self.name)
        if not self.hidden_side():
            yield from none_left(table, self.name, off_deck=self.pile == "deck")

    def settle(self, table: Champions, chance: Chance) -> Self:
        return super().settle(table, chance).but(emptied=self.pile == "deck" and table.scenario.known_deck == 1)

    def put(self, table: Champions, **values: Any) -> None:
        take_encounter(table, self.pile, self.name)
        super().put(table, **values)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.emptied:
            yield EncounterDeckExhausted()


FACE_UP = Printed(CardSheet, by="face", given=("name", "facedown"))
HEALTH_FACE_UP = replace(FACE_UP, read=health_here, kept=known_health)


class MinionEntered(EncounterEntering):
    """Face down it is a player's card that acts as a minion: what is printed on it does not count (A57)."""

    help_text = "A minion enters play, engaged with a player."
    says = "{name} entered play, engaged with {seat}[, {source}]"
    tracked = ("minions",)
    types = ("minion",)
    name: Annotated[Line, of_types("minion")] = Field(title="card")
    likely = ("health",)
    seat: InGame = Field(title="engaged with")
    health: Annotated[Maybe | None, HEALTH_FACE_UP] = Field(default=None, title="hit points")
    attack: Annotated[Maybe | None, FACE_UP] = Field(default=None, title="ATK")
    scheme: Annotated[Maybe | None, FACE_UP] = Field(default=None, title="SCH")
    facedown: bool = Field(default=False, title="a player's card, face down")
    owner: Annotated[InGame | None, Field(title="whose card it is")] = None
    out_of: PlayerPile | None = Field(default=None, title="from that player's")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        yield from not_in_pile(table, self.owner or self.seat, self.out_of, None if self.facedown else self.name)
        if self.pile and self.out_of:
            yield TWO_PILES(card=table.called("cards", self.name))

    def hidden_side(self) -> bool:
        return self.facedown

    @property
    def face(self) -> str:
        """The card of which something is to be seen."""
        return "" if self.facedown else self.name

    def filled(self, table: Champions, sheet: CardSheet) -> Self:
        said = {"attack": self.attack, "scheme": self.scheme}
        printed = {**self.printed, **{name: value for name, value in said.items() if value is not None}}
        owner = self.owner or (self.seat if self.facedown or self.out_of else None)
        return self.but(printed=printed, owner=owner)

    def apply(self, table: Champions) -> None:
        if self.out_of:
            table.seat(self.owner or "").take(self.out_of, 1, ("" if self.facedown else self.name,))
        self.put(
            table,
            type="minion",
            engaged=self.seat,
            owner=self.owner or "",
            health=self.health,
            facedown=self.facedown,
        )
        engage(table, self.card or self.name, self.seat)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from super().follow(table)
        if self.out_of == "deck":
            yield from deck_ended(table, self.owner or "")


class AttachmentEntered(EncounterEntering):
    help_text = "An attachment enters play on the villain, a minion, a scheme or whatever it names."
    says = "{name} was attached to {host}[, {source}]"
    tracked = ("minions",)
    types = ("attachment",)
    name: Annotated[Line, of_types("attachment")] = Field(title="card")
    host: HostId = Field(title="attached to")

    def apply(self, table: Champions) -> None:
        self.put(table, type="attachment", host=self.host)


THREAT = Printed(CardSheet, by="name", read=lambda table, id_: threat_of(table, CardSheet.of(table, id_)))


class SideSchemeEntered(EncounterEntering):
    help_text = "A side scheme enters play next to the main scheme, with its starting threat."
    says = "{name} entered play[, {threat} threat][, {source}]"
    tracked = ("schemes",)
    types = ("side scheme", "player side scheme")
    name: Annotated[Line, of_types("side scheme", "player side scheme")] = Field(title="card")
    likely = ("threat",)
    threat: Annotated[Maybe | None, THREAT] = Field(default=None, title="starting threat, of all players")
    owner: Annotated[InGame | None, Field(title="the player whose card it is")] = None
    unknown: Annotated[bool, Settled()] = False
    """Whether nobody knows its starting threat, so that it is asked for."""

    def filled(self, table: Champions, sheet: CardSheet) -> Self:
        return self.but(unknown=self.threat is None)

    def apply(self, table: Champions) -> None:
        self.put(table, type="side scheme", threat=self.threat or 0, owner=self.owner or "")
        if self.unknown:
            table.agenda.put(ThreatCounted, must=False, scheme=self.card or self.name)


class EnvironmentEntered(EncounterEntering):
    help_text = "An environment enters play next to the villain."
    says = "{name} entered play[, {source}]"
    tracked = ("schemes",)
    types = ("environment", "evidence")
    name: Annotated[Line, of_types("environment", "evidence")] = Field(title="card")

    def apply(self, table: Champions) -> None:
        self.put(table, type="environment")


class ObligationEntered(EncounterEntering):
    help_text = "An obligation stays before its player, and counts until it leaves play."
    says = "{name} stays before {seat}[, {source}]"
    tracked = ("encounter",)
    types = ("obligation",)
    name: Annotated[Line, of_types("obligation")] = Field(title="card")
    seat: InGame

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)

    def apply(self, table: Champions) -> None:
        self.put(table, type="obligation", controller=self.seat)


EVENTS = (CardEntered, MinionEntered, AttachmentEntered, SideSchemeEntered, EnvironmentEntered, ObligationEntered)
