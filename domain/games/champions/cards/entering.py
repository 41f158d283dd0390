"""Cards entering play: their printed fields, and their limits."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Delta, Line, Occasion, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import spaced_words
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
from domain.games.champions.numbers import health_of, times_players
from domain.games.champions.piles.encounter_deck import (
    EncounterDeckTaken,
    EncounterPile,
    none_left,
    not_in_encounter_pile,
    take_encounter,
)
from domain.games.champions.piles.hands import PlayerPile, not_in_pile
from domain.games.champions.piles.players_decks import deck_ended
from domain.games.champions.state.kinds import CardSheet, CardType, IdentitySheet
from domain.games.champions.state.parts import InPlay, new_copy
from domain.games.champions.state.table import MAIN, RESTRICTED_LIMIT, Champions
from domain.games.champions.threat import ThreatCounted
from domain.games.champions.zones import (
    engage_player,
    lend_hit_points,
)

# === The printed numbers of a card that count in play, as far as they are known; for `settle` ====

PLAIN_NUMBERS = ("attack", "thwart", "scheme")
"""Numbers for which 0 is a value; a dash is not."""
OTHER_NUMBERS = (
    "retaliate",
    "attack_damage",
    "thwart_damage",
    "attack_bonus",
    "scheme_bonus",
    "health_bonus",
    "crisis",
    "acceleration",
    "hazard",
    "amplify",
    "ally_limit",
)
"""Numbers for which 0 means that the card does not have them."""
USES = "uses"
"""The name of uses if the card gives none."""


def numbers_of(sheet: CardSheet) -> Mapping[str, int]:
    """The known numbers of a card; a dashed power is left out."""
    plain = {name: getattr(sheet, name) for name in PLAIN_NUMBERS if name not in sheet.dashes}
    other = {name: getattr(sheet, name) for name in OTHER_NUMBERS if getattr(sheet, name)}
    return {**{name: value for name, value in plain.items() if value is not None}, **other}


def threat_of(table: Champions, sheet: CardSheet) -> int | None:
    """The starting threat of a side scheme for the starting number of players (F20)."""
    return times_players(sheet.threat, table.heads if sheet.threat_each else 1)


def title_of(table: Champions, kind: str, id_: str) -> str:
    """The title of a card or an identity in lower case. Copies are counted by title; two cards may share one."""
    return str(table.thing(kind, id_).get("en") or id_).casefold()


# === Limits of cards in play: unique cards, the max per player, allies and restricted cards (独特, 最多)

UNIQUE_IN_PLAY = refusal(
    "unique-in-play", "{card} is unique, and a copy of it is already in play.", rule=sections.UNIQUE
)
SAME_PERSON = refusal(
    "same-person", "{hero} may be the same person as a hero who is already played.", rule=sections.UNIQUE
)
MOST_IN_PLAY = refusal("most-in-play", "{seat} already has {card}: {most} for each player.", rule=sections.MAXIMUM)
TOO_MANY_ALLIES = refusal(
    "too-many-allies", "{seat} has {have} allies of {limit}: choose and discard one.", rule=sections.ALLY_LIMIT,
    areas=("allies",),
)  # fmt: skip
TOO_MANY_RESTRICTED = refusal(
    "too-many-restricted", "{seat} has {have} restricted cards of {limit}: choose and discard one.",
    rule=sections.KEYWORDS, areas=("allies",),
)  # fmt: skip

Named = tuple[str, str]
"""A title, and the subtitle of an ally or the alter-ego of an identity; empty if there is none."""


def are_same_unique(one: Named, other: Named) -> bool:
    """Whether two unique cards cannot be in play together (F27): the same title, and no distinguishing subtitle."""
    return one[0] == other[0] and (one[1] == other[1] or not one[1] or not other[1])


def identity_as_named(table: Champions, identity: str) -> Named:
    """The hero's title and the alter-ego of an identity."""
    return title_of(table, "identities", identity), IdentitySheet.of(table, identity).alter_ego.casefold()


def same_person(table: Champions, identity: str) -> Iterator[Refused]:
    """The refusal for an identity that is already in play, perhaps on another card."""
    if any(
        are_same_unique(identity_as_named(table, identity), identity_as_named(table, seat))
        for seat in table.seats
        if seat != identity
    ):
        yield SAME_PERSON(hero=table.called("identities", identity))


def host_named(table: Champions, name: str) -> str | None:
    """The card in play with a title, as the host of an attachment; None if there is none."""
    title = name.casefold().removeprefix("the ")
    titles = [(MAIN, "main scheme"), *((seat, identity_as_named(table, seat)[0]) for seat in table.in_game())]
    titles += [(copy, title_of(table, "cards", card.card)) for copy, card in table.play.items()]
    return next((id_ for id_, called in titles if title == called), None)


def uniques_in_play(table: Champions) -> Iterator[Named]:
    """The names of all unique cards in play, including identities."""
    for seat in table.in_game():
        yield identity_as_named(table, seat)
    for card in table.play.values():
        sheet = CardSheet.of(table, card.card)
        if sheet.unique and not card.facedown:
            yield title_of(table, "cards", card.card), sheet.subtitle.casefold()


def not_unique(table: Champions, name: str) -> Iterator[Refused]:
    """The refusal for a unique card of which a copy is already in play."""
    sheet = CardSheet.of(table, name)
    wanted = (title_of(table, "cards", name), sheet.subtitle.casefold())
    if sheet.unique and any(are_same_unique(wanted, other) for other in uniques_in_play(table)):
        yield UNIQUE_IN_PLAY(card=table.called("cards", name))


def one_more(table: Champions, name: str, seat: str) -> Iterator[Refused]:
    """The refusal for a player who already controls the maximum number of copies of a card."""
    most = CardSheet.of(table, name).most_in_play
    title = title_of(table, "cards", name)
    held = [card for card in table.play.values() if card.controller == seat and not card.facedown]
    have = sum(title_of(table, "cards", card.card) == title for card in held)
    if most is not None and have >= most:
        yield MOST_IN_PLAY(seat=table.called("identities", seat), card=table.called("cards", name), most=most)


def allies_of(table: Champions, seat: str) -> list[str]:
    """The allies that a player controls."""
    return [copy for copy in table.copies("ally") if table.play[copy].controller == seat]


def restricted_of(table: Champions, seat: str) -> list[str]:
    """The restricted cards that a player controls."""
    return [id_ for id_, card in table.play.items() if card.controller == seat and "restricted" in card.keywords]


def ally_limit(table: Champions, seat: str) -> int:
    """The number of allies that a player may control: three plus modifiers of cards in play, at least 0."""
    added = sum(card.printed.get("ally_limit", 0) for card in table.play.values() if card.controller == seat)
    return max(0, table.seat(seat).ally_limit + added)


def cards_over_limit(have: int, limit: int) -> int:
    """The number of cards that must be discarded to keep a limit (F25, F26)."""
    return max(0, have - limit)


def allies_over(table: Champions, seat: str) -> int:
    return cards_over_limit(len(allies_of(table, seat)), ally_limit(table, seat))


def restricted_over(table: Champions, seat: str) -> int:
    return cards_over_limit(len(restricted_of(table, seat)), RESTRICTED_LIMIT)


def over_limits(table: Champions) -> Iterator[Refused]:
    """The refusals for ending a turn or a step while a player is over a limit."""
    for seat in table.in_game():
        name = table.called("identities", seat)
        if allies_over(table, seat):
            have, limit = len(allies_of(table, seat)), ally_limit(table, seat)
            yield TOO_MANY_ALLIES(seat=name, have=have, limit=limit)
        if restricted_over(table, seat):
            yield TOO_MANY_RESTRICTED(seat=name, have=len(restricted_of(table, seat)), limit=RESTRICTED_LIMIT)


# === Cards enter play: allies, upgrades, supports; minions, attachments, obligations; side schemes, environments

NO_TYPE = never("no-type", "{card} is not known yet: say which type of card it is.", rule=sections.PLAYING, asks=True)
OTHER_TYPE = refusal("other-type", "{card} is another type of card: {type}.", rule=sections.PLAYING)
TWO_PILES = never("two-piles", "Say the one pile that {card} comes from.", asks=True)

CopyName = Annotated[str, Field(max_length=220), Settled()]
"""The id of a card while it is in play."""


class EnteringEvent(ChampionsEvent):
    """The base of events by which a card enters play, ready and with its printed fields."""

    heading = "Cards in play"
    types: ClassVar[tuple[CardType, ...]]
    """The types that enter play by this event."""
    name: CardName = Field(title="card")
    source: Occasion = ""
    card: CopyName = ""
    printed: Annotated[Mapping[NumberName, Delta], Settled()] = Field(default_factory=dict)
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()
    traits: Annotated[tuple[Line, ...], Settled()] = ()
    counters: Annotated[Mapping[Line, Count], Settled()] = Field(default_factory=dict)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        known = CardSheet.of(table, self.name).type
        if known and known not in self.types and not self.hidden_side():
            yield OTHER_TYPE(card=table.called("cards", self.name), type=spaced_words(known))
        if not self.hidden_side():
            yield from not_unique(table, self.name)

    def hidden_side(self) -> bool:
        """Whether the card is face down, so that nothing printed on it counts."""
        return False

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = CardSheet() if self.hidden_side() else CardSheet.of(table, self.name)
        return self.copy_with(
            card=self.card or new_copy(self.name, in_use(table)),
            printed=numbers_of(sheet),
            keywords=tuple(sheet.keywords),
            traits=tuple(sheet.traits),
            counters={sheet.uses_of or USES: sheet.uses} if sheet.uses else {},
        ).completed_from_card(table, sheet)

    def completed_from_card(self, table: Champions, sheet: CardSheet) -> Self:
        """The event with the fields of its card type filled in."""
        return self

    def put(self, table: Champions, **values: Any) -> None:
        """Put the card into play; for `apply`."""
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
    """The ids that a new card cannot get: those in play, and in this step those of minions that activated."""
    return {*table.play, *table.activated} if table.step == "activations" else table.play


def health_here(table: Champions, id_: str) -> int | None:
    """The hit points of a card for the starting number of players."""
    return health_of(table, CardSheet.of(table, id_))


def known_health(value: int) -> Mapping[str, object]:
    """The fields of a card that become known by given hit points."""
    return {"health": value, "health_each": False}


HEALTH = Printed(CardSheet, by="name", read=health_here, kept=known_health)


class CardEntered(EnteringEvent):
    """A player card enters play.

    An upgrade that changes a number of its hero is attached to that hero, so that the number counts.
    """

    title = "Put a card into play"
    help_text = "An ally, upgrade or support enters play, ready."
    sentence = "{name} entered play with {seat}[, attached to {host}][ ({source})]"
    tracked = ("allies",)
    types = ("ally", "upgrade", "support")
    layout = Layout(usual=("type", "health", "host", "out_of"))
    name: PlayerCard = Field(title="which card")
    seat: InGame
    type: Annotated[Literal["ally", "upgrade", "support"] | None, Printed(CardSheet, by="name")] = None
    health: Annotated[Maybe | None, HEALTH] = Field(default=None, title="hit points of an ally")
    host: Annotated[HostId | None, Field(title="attached to what")] = None
    out_of: PlayerPile | Literal["removed"] | None = Field(default=None, title="from where")
    owner: Annotated[InGame | None, Field(title="whose card, if another player's")] = None

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        yield from one_more(table, self.name, self.seat)
        yield from not_in_pile(table, self.owner or self.seat, self.out_of, self.name)
        if self.type is None:
            yield NO_TYPE(card=table.called("cards", self.name))

    def completed_from_card(self, table: Champions, sheet: CardSheet) -> Self:
        type_, health = self.type or "support", self.health if self.type == "ally" else None
        bonus = sheet.attack_bonus or sheet.scheme_bonus or sheet.health_bonus
        host = self.host or (self.seat if type_ == "upgrade" and bonus else None)
        return self.copy_with(type=type_, health=health, host=host, owner=self.owner or self.seat)

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


class EncounterEntering(EncounterDeckTaken, EnteringEvent):
    """The base of events by which an encounter card enters play; a card that is searched for comes from a pile."""

    pile: EncounterPile | None = Field(default=None, title="from which encounter pile")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_encounter_pile(table, self.pile, self.name)
        if not self.hidden_side():
            yield from none_left(table, self.name, off_deck=self.pile == "deck")

    def taken_off_deck(self, table: Champions) -> int:
        return 1 if self.pile == "deck" else 0

    def put(self, table: Champions, **values: Any) -> None:
        take_encounter(table, self.pile, self.name)
        super().put(table, **values)


FACE_UP = Printed(CardSheet, by="card_seen", given=("name", "facedown"))
HEALTH_FACE_UP = replace(FACE_UP, read=health_here, kept=known_health)


class MinionEntered(EncounterEntering):
    """A minion enters play. Face down it is a player card that acts as a minion, without its printed fields (A57)."""

    title = "Put a minion into play"
    help_text = "A minion enters play and engages a player."
    sentence = "{name} entered play, engaged with {seat}[ ({source})]"
    tracked = ("minions",)
    types = ("minion",)
    name: Annotated[Line, of_types("minion")] = Field(title="which card")
    layout = Layout(usual=("health",))
    seat: InGame = Field(title="engaged with whom")
    health: Annotated[Maybe | None, HEALTH_FACE_UP] = Field(default=None, title="hit points")
    attack: Annotated[Maybe | None, FACE_UP] = Field(default=None, title="ATK")
    scheme: Annotated[Maybe | None, FACE_UP] = Field(default=None, title="SCH")
    facedown: bool = Field(default=False, title="a player's card, face down")
    owner: Annotated[InGame | None, Field(title="whose card is it")] = None
    out_of: PlayerPile | None = Field(default=None, title="from which pile of that player")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        yield from not_in_pile(table, self.owner or self.seat, self.out_of, None if self.facedown else self.name)
        if self.pile and self.out_of:
            yield TWO_PILES(card=table.called("cards", self.name))

    def hidden_side(self) -> bool:
        return self.facedown

    @property
    def card_seen(self) -> str:
        """The card whose printed fields are visible; empty for a card that is face down."""
        return "" if self.facedown else self.name

    def completed_from_card(self, table: Champions, sheet: CardSheet) -> Self:
        said = {"attack": self.attack, "scheme": self.scheme}
        printed = {**self.printed, **{name: value for name, value in said.items() if value is not None}}
        owner = self.owner or (self.seat if self.facedown or self.out_of else None)
        return self.copy_with(printed=printed, owner=owner)

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
        engage_player(table, self.card or self.name, self.seat)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.out_of == "deck":
            yield from deck_ended(table, self.owner or "")


class AttachmentEntered(EncounterEntering):
    title = "Put an attachment into play"
    help_text = "An attachment enters play on the villain, a minion, a scheme, or whatever it names."
    sentence = "{name} was attached to {host}[ ({source})]"
    tracked = ("minions",)
    types = ("attachment",)
    name: Annotated[Line, of_types("attachment")] = Field(title="which card")
    host: HostId = Field(title="attached to what")

    def apply(self, table: Champions) -> None:
        self.put(table, type="attachment", host=self.host)


THREAT = Printed(CardSheet, by="name", read=lambda table, id_: threat_of(table, CardSheet.of(table, id_)))


class SideSchemeEntered(EncounterEntering):
    title = "Put a side scheme into play"
    help_text = "A side scheme enters play next to the main scheme, with its starting threat."
    sentence = "{name} entered play[, {threat} threat][ ({source})]"
    tracked = ("schemes",)
    types = ("side scheme", "player side scheme")
    name: Annotated[Line, of_types("side scheme", "player side scheme")] = Field(title="which card")
    layout = Layout(usual=("threat",))
    threat: Annotated[Maybe | None, THREAT] = Field(default=None, title="starting threat, total")
    owner: Annotated[InGame | None, Field(title="whose card is it")] = None
    unknown: Annotated[bool, Settled()] = False
    """Whether the starting threat is unknown, so that the table is asked for it."""

    def completed_from_card(self, table: Champions, sheet: CardSheet) -> Self:
        return self.copy_with(unknown=self.threat is None)

    def apply(self, table: Champions) -> None:
        self.put(table, type="side scheme", threat=self.threat or 0, owner=self.owner or "")
        if self.unknown:
            table.agenda.put(ThreatCounted, must=False, scheme=self.card or self.name)


class EnvironmentEntered(EncounterEntering):
    title = "Put an environment into play"
    help_text = "An environment enters play next to the villain."
    sentence = "{name} entered play[ ({source})]"
    tracked = ("schemes",)
    types = ("environment", "evidence")
    name: Annotated[Line, of_types("environment", "evidence")] = Field(title="which card")

    def apply(self, table: Champions) -> None:
        self.put(table, type="environment")


class ObligationEntered(EncounterEntering):
    title = "Put an obligation into play"
    help_text = "An obligation stays in front of its player, and counts until it leaves play."
    sentence = "{name} stayed in front of {seat}[ ({source})]"
    tracked = ("encounter",)
    types = ("obligation",)
    name: Annotated[Line, of_types("obligation")] = Field(title="which card")
    seat: InGame

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)

    def apply(self, table: Champions) -> None:
        self.put(table, type="obligation", controller=self.seat)
