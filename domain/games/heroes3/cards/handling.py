"""Cards of a player: drawn, played, discarded, taken back, gained, and removed from the game (卡牌通用规则, p22)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.components.decks import Deck, cards_without
from domain.components.limits import Limit
from domain.components.piles import MoveEvent, cards_missing, take_cards, too_many_named
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Count, KeepsOrder, Line, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import (
    AT_A_POST,
    ONE_SERVICE,
    TURNS,
    WRONG_MODE,
    HeroesEvent,
    Living,
    Source,
    at_a_post,
    post_served,
    post_used,
    seat_of,
)
from domain.games.heroes3.cards.decks import (
    CARD_DECKS,
    SHARED,
    ability_gained,
    choosable,
    draw_shared,
    gain_card,
    kind_of,
    lacks_card,
    leave_deck,
    lose_card,
    pile_changed,
    player_deck,
    put_in_hand,
    take_from_hand,
    why_not_there,
)
from domain.games.heroes3.state.combat import Combat
from domain.games.heroes3.state.kinds import DeckCard, HeroBoard, Small, Timing
from domain.games.heroes3.state.seat import Seat
from domain.games.heroes3.state.table import Heroes3

NONE_LEFT = never("none-left", "No card is left to draw.", rule=sections.CARDS)
NOT_NOW = refusal(
    "cards-not-now",
    "Cards are only played in one's own turn, or in a combat of one's main hero.",
    rule=sections.CARDS,
    areas=("combats",),
)
SET_ASIDE = refusal(
    "deck-set-aside", "In an adventure the deck is set aside until the final combat.", rule=sections.BATTLEFIELD
)
OTHER_FACTIONS = refusal("card-of-faction", "{card} cannot be used by {seat}.", rule=sections.CARDS)
NO_EXPERT = refusal("no-expert", "No expert use is left this round.", rule=sections.LEVELS)
COMBAT_ONLY = refusal("combat-only", "Only possible during a combat.", rule=sections.CARDS, areas=("combats",))
MAP_ONLY = refusal("map-only", "Map effects cannot be used in a combat.", rule=sections.CARDS, areas=("combats",))
ON_ACTIVATION = refusal(
    "on-activation",
    "In a combat such a card is played when one's own unit is activated, before it attacks.",
    rule=sections.CARDS,
    areas=("combats",),
)
KEPT_CARD = refusal("card-is-kept", "{card} cannot be removed here.", rule=sections.CARDS)
ONE_SPELL = refusal("one-spell", "Only one spell in a combat round.", rule=sections.SPELLS)
ONE_SPELL_A_ROUND: Limit[Heroes3] = Limit(
    lambda table, seat: table.combat.spells.count(seat) if table.combat else 0, ONE_SPELL
)
EXPERT_USES: Limit[Heroes3] = Limit(lambda table, seat: -seat_of(table, seat).experts_left, NO_EXPERT, most=0)
SAY_POWER = never(
    "say-power", "Say how much power {card} adds: its card is not known.", rule=sections.SPELLS, asks=True
)
ONE_MULLIGAN = refusal("one-mulligan", "A new opening hand is drawn once, in round 1.", rule=sections.TOURNAMENT)
NO_HAND = never("no-hand", "{seat} has no hand yet.", rule=sections.TOURNAMENT)

Way = Literal["basic", "expert", "top", "bottom", "alternative"]
"""The effect of a card that is used."""
Up = Annotated[int, Field(ge=1, le=20)]
EXPERTS = ("statistic", "ability")
"""Kinds of cards whose expert effect costs an expert use; empowered ones have it for free (p24)."""


class DeckEvent(HeroesEvent):
    heading = "Cards"
    tracked = ("cards",)
    acting_seat = "seat"


def hand_of(table: Heroes3, seat: str) -> list[str]:
    return choosable(table, seat_of(table, seat), seat_of(table, seat).hand)


def deck_of(table: Heroes3, seat: str) -> list[str]:
    return choosable(table, seat_of(table, seat), seat_of(table, seat).cards)


def discard_of(table: Heroes3, seat: str) -> list[str]:
    return choosable(table, seat_of(table, seat), seat_of(table, seat).discard)


def in_play_of(table: Heroes3, seat: str) -> list[str]:
    """The cards in play of a player, whatever their duration."""
    here = seat_of(table, seat)
    return choosable(table, here, [*here.in_play, *here.in_combat, *([here.permanent] if here.permanent else [])])


Held = Annotated[str, Choice("cards", hand_of, given=("seat",), why_not=why_not_there)]
OrNamed = Annotated[
    Annotated[Line, Choice("cards", free=True)] | None, Field(title="or which card, if it was not named")
]
"""The name of a card that had none on the pile."""
OfDeck = Annotated[
    tuple[Annotated[str, Choice("cards", deck_of, given=("seat",), why_not=why_not_there)], ...],
    Field(max_length=20, title="cards drawn"),
    KeepsOrder(),
]
"""Cards of a player's deck that only its seat sees; a blank is an unnamed card."""
Named = Annotated[Line, Choice("cards", free=True)]
Refill = Annotated[
    tuple[Named, ...], Field(max_length=20, title="the first card of the new shared discard pile"), KeepsOrder()
]
MaybeUnnamed = Annotated[tuple[Annotated[Remark, Choice("cards", free=True)], ...], Field(max_length=20), KeepsOrder()]
"""Cards, of which a blank is an unnamed one."""


class CardsDrawn(DeckEvent):
    title = "Draw cards"
    help_text = "Cards of the player's deck, drawn here or by name; the discard pile is shuffled in when it runs out."
    sentence = "{seat} drew {count|card|cards}[: {cards}][, {source}]"
    secrets = Secrets(("cards",))
    told = ("cards",)
    seat: Living
    count: Up = 1
    cards: OfDeck = ()
    source: Source = ""
    shuffled: Annotated[bool, Settled()] = False

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from self.void_reasons(table)

    def void_reasons(self, table: Heroes3) -> Iterator[Refused]:
        if not drawn_from(seat_of(table, self.seat)).drawable:
            yield NONE_LEFT()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        count = max(self.count, len(self.cards))
        drawn = drawn_from(seat_of(table, self.seat)).draw(count, chance, self.cards)
        return self.copy_with(count=max(1, len(drawn.cards)), cards=drawn.cards, shuffled=drawn.shuffled)

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            put_in_hand(seat, self.cards, shuffled=self.shuffled)


def drawn_from(seat: Seat) -> Deck:
    """A player's deck in the middle of a turn, when cards in play stay in play."""
    deck = player_deck(seat)
    return Deck(deck.cards, discard=cards_without(deck.discard, seat.in_play), held=[*deck.held, *seat.in_play])


# === Leaving the hand =========================================================================


def replacements(table: Heroes3, seat: str, cards: Sequence[str]) -> Iterator["CardReplaced"]:
    """The replacements of discarded cards, if the table plays with Chaos Cards (p64)."""
    if table.plays("chaos-cards"):
        lying = seat_of(table, seat).discard
        gone = [card for card in cards if card in lying and kind_of(table, card) in SHARED]
        yield from (CardReplaced(seat=seat, card=card) for card in gone)


class CardReplaced(DeckEvent):
    """Replaces a card that would be discarded, or a spell that would return to the hand (混沌牌组, p64).

    The replacement of a spell that would return goes to the hand.
    """

    title = "Replace a card"
    help_text = (
        "Chaos Cards: what would be discarded leaves the game, and the top card of its deck is discarded for it."
    )
    sentence = "{card} of {seat} left the game[, and {new} took its place]"
    automatic = True
    secrets = Secrets(("new",))
    seat: Living
    card: Named
    pile: Literal["discard pile", "hand"] = "discard pile"
    deck: Annotated[Line | None, Settled(), Choice("decks")] = None
    new: Annotated[Line | None, Settled(), Choice("cards")] = None
    shuffled: Annotated[bool, Settled()] = False
    refill: Refill = ()

    @classmethod
    def hidden(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        return super().hidden(fields) if fields.get("pile") == "hand" else ()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        deck = deck_of_card(table, self.card)
        drawn, refill = draw_shared(table, deck, 1, chance, (self.new,) if self.new else (), self.refill)
        new = drawn.cards[0] if drawn.cards else None
        return self.copy_with(deck=deck or None, new=new or None, shuffled=drawn.shuffled, refill=refill)

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            pile = seat.hand if self.pile == "hand" else seat.discard
            lose_card(table, self.seat, self.card, pile)
            seat.cards.append(self.new or "")
            pile.append(self.new or "")
        if self.deck:
            leave_deck(table, self.deck)
        if self.shuffled and self.deck:
            pile_changed(table, self.deck, self.refill, shuffled=True)


def deck_of_card(table: Heroes3, card: str) -> str:
    """The shared deck from which a card comes; empty if unknown."""
    printed = DeckCard.of(table, card)
    return (printed.grade if table.plays("split-decks") else None) or printed.kind or ""


class CardsDiscarded(MoveEvent[Heroes3], DeckEvent):
    title = "Discard cards"
    help_text = (
        "Cards of the hand are discarded; those without a name become blanks. The card that a Tavern takes is picked "
        "at random."
    )
    sentence = "{seat} discarded {count|card|cards}[: {cards}][, {source}]"
    question = "[{seat}: ]which card is discarded?"
    layout = Layout(usual=("cards",))
    seat: Living
    count: Up = 1
    cards: Annotated[tuple[Held, ...], Field(max_length=20)] = ()
    source: Source = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from cards_missing(table, "cards", seat_of(table, self.seat).hand, self.leaving_count, self.cards)

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            seat.discard += take_from_hand(seat, self.count, self.cards)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from replacements(table, self.seat, self.cards)


# === Playing ==================================================================================


def is_fought(combat: Combat | None) -> bool:
    """Whether a combat is being fought, and is not only announced."""
    return bool(combat and combat.stage != "announced")


def fights(combat: Combat, seat: str) -> bool:
    """Whether a player's main hero takes part in a combat, so that the player may use their deck."""
    attacks = seat == combat.attacker and not combat.attacker_second
    defends = seat == combat.defender and not combat.defender_second and combat.kind != "garrison"
    return (attacks or defends) and seat not in combat.no_cards


def cannot_play(table: Heroes3, seat: str, card: str) -> Iterator[Refused]:
    """The refusals of using any card now, or this one (p22, 1; p24)."""
    combat = table.combat
    if combat and is_fought(combat):
        if not fights(combat, seat):
            yield NOT_NOW()
    else:
        if table.mode == "adventure":
            yield SET_ASIDE()
        if TURNS.whose_turn(table) != seat:
            yield NOT_NOW()
    if DeckCard.of(table, card).faction not in ("", seat):
        yield OTHER_FACTIONS(card=table.called("cards", card), seat=table.called("factions", seat))


def may_play(table: Heroes3) -> Iterator[str]:
    """The seats with a hand that may use a card now: both in a combat, between attacks, or the one at turn."""
    combat = table.combat
    if combat and is_fought(combat):
        if combat.stage == "round" and not combat.strike and not combat.outcome:
            sides = (combat.attacker, combat.defender)
            yield from (id_ for id_ in sides if id_ in table.seats and fights(combat, id_) and table.seats[id_].hand)
    elif (id_ := TURNS.whose_turn(table)) and not combat and table.seats[id_].begun and table.seats[id_].hand:
        yield id_


def card_to_name(table: Heroes3, seat: str) -> tuple[str, ...]:
    """The field that names the card: of a hand without any names, or with names that the viewer may not see, typed."""
    here = seat_of(table, seat)
    return ("card",) if "" not in here.hand else () if any(here.cards) else ("other",)


def wrong_moment(table: Heroes3, seat: str, timing: Timing | None) -> Iterator[Refused]:
    """The refusals of using an effect of this timing now (p22, 7; p43)."""
    combat = table.combat
    if not combat or not is_fought(combat):
        if timing == "activation":
            yield COMBAT_ONLY()
    elif timing == "map":
        yield MAP_ONLY()
    elif timing not in (None, "instant"):
        unit = combat.fighters.get(combat.at)
        if not unit or unit.side != seat or unit.attacked:
            yield ON_ACTIVATION()


def put_card(table: Heroes3, seat: Seat, card: str, timing: Timing | None) -> None:
    """Put a used card on the pile for the duration of its effect (p22, 7). For `apply`."""
    match timing:
        case "permanent":
            seat.discard += [seat.permanent] if seat.permanent else []
            seat.permanent = card
        case "ongoing" if is_fought(table.combat):
            seat.in_combat.append(card)
        case "ongoing":
            seat.in_play.append(card)
        case _:
            seat.discard.append(card)


def second_spell(table: Heroes3, seat: str) -> Iterator[Refused]:
    """Why a player casts no spell now: one was cast in this combat round (p33)."""
    if is_fought(table.combat):
        yield from ONE_SPELL_A_ROUND.reasons(table, seat)


def note_spell(table: Heroes3, seat: str) -> None:
    """Count the spell of a combat round; for `apply`."""
    if table.combat and is_fought(table.combat):
        table.combat.spells.append(seat)


OF_CARD = Printed(DeckCard, by="named", field="timing", given=("card", "other"))
EMPOWERS = Printed(DeckCard, by="empowering", field="empowers", given=("card", "other", "way"))


LASTING = ("permanent", "ongoing")
"""Timings of effects that stay in play, and add no power to the next spell."""


def power_unknown(table: Heroes3, card: str, way: Way | None, timing: Timing | None) -> bool:
    """Whether a card adds power that is unknown: a Power card, or one whose alternative effect is used (p26)."""
    printed = DeckCard.of(table, card)
    if printed.statistic == "power":
        return timing not in LASTING
    empowers = way == "alternative" or (way is None and printed.kind == "spell")
    return bool(card) and empowers and "empowers" not in printed.model_fields_set


class CardPlayed(DeckEvent):
    """Plays a card. A spell is played only for its alternative effect; `SpellCast` casts it (p26)."""

    title = "Play a card"
    help_text = "A card of one's hand, for one of its effects; an expert effect takes one of the round's expert uses."
    sentence = (
        "{seat} played a card[: {card}][: {other}][ ({way})][, for {power} power][, in place of {replaced}][; {effect}]"
    )
    layout = Layout(usual=("card", "way", "power", "effect"))
    seat: Living
    card: Held | None = None
    other: OrNamed = None
    way: Annotated[Way | None, Field(title="which effect")] = None
    timing: Annotated[Timing | None, OF_CARD, Field(title="when it is played")] = None
    power: Annotated[Small | None, EMPOWERS, Field(title="power for the next spell")] = None
    effect: Occasion = ""
    expert: Annotated[bool, Settled()] = False
    replaced: Annotated[Line | None, Settled(), Choice("cards")] = None
    cast: Annotated[bool, Settled()] = Field(default=False, title="counts as the spell of the combat round")
    limits = {ONE_SPELL_A_ROUND: {"way": "basic"}, EXPERT_USES: {"way": "expert"}}

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for id_ in may_play(table):
            words = text("{seat}: play a card", seat=table.called("factions", id_))
            yield Offer(words, {"seat": id_}, opens_form=True, also_required=card_to_name(table, id_))

    @property
    def named(self) -> str:
        """The card that is played; empty if it is not named."""
        return self.card or self.other or ""

    @property
    def empowering(self) -> str:
        """The card, if its alternative effect is used, which adds the power on it."""
        return self.named if self.way == "alternative" else ""

    def used(self, table: Heroes3) -> Self:
        """The event with the values that follow from the card: a spell that is not cast empowers another one (p26)."""
        way = self.way or ("alternative" if kind_of(table, self.named) == "spell" else None)
        printed = DeckCard.of(table, self.named).empowers if way == "alternative" else 0
        return self.copy_with(way=way, power=printed if self.power is None else self.power)

    def takes_expert(self, table: Heroes3) -> bool:
        return self.way == "expert" and kind_of(table, self.named) in ("", *EXPERTS)

    def is_cast(self, table: Heroes3) -> bool:
        """Whether it is a spell of which another effect than the alternative one is used (p33)."""
        return self.used(table).way != "alternative" and kind_of(table, self.named) == "spell"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from cannot_play(table, self.seat, self.named)
        yield from lacks_card(table, seat_of(table, self.seat).hand, self.card, self.other)
        if self.is_cast(table):
            yield from second_spell(table, self.seat)
        if self.takes_expert(table):
            yield from EXPERT_USES.reasons(table, self.seat)
        yield from wrong_moment(table, self.seat, self.timing)
        if self.power is None and power_unknown(table, self.named, self.way, self.timing):
            yield SAY_POWER(card=table.called("cards", self.named))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        old = seat_of(table, self.seat).permanent if self.timing == "permanent" else ""
        return self.used(table).copy_with(
            expert=self.takes_expert(table), replaced=old or None, cast=self.is_cast(table)
        )

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            take_from_hand(seat, 1, (self.named,))
            put_card(table, seat, self.named, self.timing)
            seat.experts += self.expert
            seat.power += self.power or 0
        if self.cast:
            note_spell(table, self.seat)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        gone = [self.named] if self.timing not in LASTING else []
        yield from replacements(table, self.seat, [*gone, *([self.replaced] if self.replaced else [])])


class CardLeftPlay(DeckEvent):
    title = "Discard a card in play"
    help_text = "An ongoing effect is used up, or a permanent card is discarded."
    sentence = "{card} of {seat} was discarded[, {source}]"
    seat: Living
    card: Annotated[str, Choice("cards", in_play_of, given=("seat",), why_not=why_not_there)]
    source: Source = ""

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            take_out_of_play(seat, self.card)
            seat.discard.append(self.card)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from replacements(table, self.seat, [self.card])


def take_out_of_play(seat: Seat, card: str) -> None:
    """Remove a card from the cards in play. For `apply`."""
    if card == seat.permanent:
        seat.permanent = ""
    else:
        take_cards(1, (card,), *[pile for pile in (seat.in_play, seat.in_combat) if card in pile])


# === Gained and removed cards =================================================================


class CardTakenBack(DeckEvent):
    title = "Take a card back"
    help_text = "An effect lets a player take a card of the own discard pile to the hand."
    sentence = "{seat} took {card} back[, {source}]"
    question = "{seat}: which card comes back?"
    seat: Living
    card: Annotated[str, Choice("cards", discard_of, given=("seat",), why_not=why_not_there)]
    source: Source = ""

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            seat.hand += take_cards(1, (self.card,), seat.discard)


class CardGained(DeckEvent):
    title = "Gain a card"
    help_text = "A card joins a player's deck, to the hand; the other players do not see it."
    sentence = "{seat} gained a card[ of the {deck}][: {card}][, {source}]"
    question = "{seat}: which card is gained?"
    secrets = Secrets(("card",))
    layout = Layout(usual=("card",))
    seat: Living
    deck: Annotated[str, Choice("decks", lambda table: CARD_DECKS)] | None = None
    card: Named | None = None
    source: Source = ""

    def apply(self, table: Heroes3) -> None:
        gain_card(table, self.seat, self.card or "")
        if self.deck:
            leave_deck(table, self.deck)
        if self.deck == "ability":
            ability_gained(table, self.seat)


SOLD: Source = "trading post"
"""The source by which a card is removed for gold."""
Pile = Literal["hand", "discard pile", "in play"]


def pile_of(table: Heroes3, seat: str, pile: Pile) -> list[str]:
    """The cards of a player in one pile."""
    return {"hand": hand_of, "discard pile": discard_of, "in play": in_play_of}[pile](table, seat)


class CardRemoved(DeckEvent):
    """Removes a card from the game. Removed artifacts count for victory points in a tournament (p54)."""

    title = "Remove a card"
    limits = {ONE_SERVICE: {"source": SOLD}}
    help_text = "A card of one's hand, discard pile or in play leaves the game."
    sentence = "{seat} removed {card} from the game[, {source}]"
    question = "{seat}: which card leaves the game?[ ({source})]"
    seat: Living
    pile: Annotated[Pile, Field(title="where from")] = "hand"
    card: Annotated[str, Choice("cards", pile_of, given=("seat", "pile"), why_not=why_not_there)]
    source: Source = ""
    artifact: Annotated[bool, Settled()] = False

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.source in ("field", SOLD):
            yield from why_kept(table, self.seat, self.card)
        if self.source != SOLD:
            return
        if self.card == "magic-arrow":
            yield KEPT_CARD(card=table.called("cards", self.card))
        if not at_a_post(table, self.seat):
            yield AT_A_POST()
        yield from post_served(table, self.seat, "card")

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(artifact=table.mode == "tournament" and kind_of(table, self.card) == "artifact")

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            if self.pile == "in play":
                take_out_of_play(seat, self.card)
            piles = {"hand": [seat.hand], "discard pile": [seat.discard]}.get(self.pile, [])
            lose_card(table, self.seat, self.card, *piles)
            seat.removed_artifacts += [self.card] if self.artifact else []
        if self.source == SOLD:
            post_used(table, self.seat, "card")
            table.agenda.put("goods-gained", seat=self.seat, good="gold", amount=1, source=SOLD)


def why_kept(table: Heroes3, seat: str, card: str) -> Iterator[Refused]:
    """The refusal of removing this card at a place on the map: statistics, specialties, and the first ability stay."""
    first = HeroBoard.of(table, seat_of(table, seat).hero).ability
    if card and (kind_of(table, card) in ("statistic", "empowered statistic", "specialty") or card == first):
        yield KEPT_CARD(card=table.called("cards", card))


class MulliganTaken(DeckEvent):
    title = "Draw a new opening hand"
    help_text = "In a tournament, once at the start of round 1: the hand is shuffled into the deck and drawn again."
    sentence = "{seat} drew a new opening hand[: {cards}]"
    during = ("turns",)
    secrets = Secrets(("cards",))
    told = ("cards",)
    seat: Living
    cards: OfDeck = ()
    count: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        seat = TURNS.whose_turn(table)
        if table.mode == "tournament" and table.round == 1 and seat and seat_of(table, seat).begun:
            yield Offer(text("Draw a new opening hand"), {"seat": seat})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        seat = seat_of(table, self.seat)
        if table.mode != "tournament":
            yield WRONG_MODE()
        if table.round != 1 or seat.mulligan:
            yield ONE_MULLIGAN()
        if not seat.hand:
            yield NO_HAND(seat=table.called("factions", self.seat))
        yield from too_many_named(self.cards, len(seat.hand))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        seat = seat_of(table, self.seat)
        deck = player_deck(seat)
        away = [*seat.discard, *seat.in_play, *deck.held[len(seat.hand) :]]
        drawn = Deck(seat.cards, held=away).draw(len(seat.hand), chance, self.cards)
        return self.copy_with(cards=drawn.cards, count=len(drawn.cards))

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            seat.hand, seat.mulligan = [], True
            put_in_hand(seat, self.cards, shuffled=False)
