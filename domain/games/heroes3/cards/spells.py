"""Spells: cast for power, and those on Spell Scrolls (法术牌, p26; 法术卷轴牌, p28)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.piles import take_cards, too_many_named
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import Line, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import NO_SUCH_BOX, Living, Source, seat_of
from domain.games.heroes3.cards.decks import (
    choosable,
    draw_shared,
    kind_of,
    lacks_card,
    leave_deck,
    pile_changed,
    take_from_hand,
    why_not_there,
)
from domain.games.heroes3.cards.handling import (
    OF_CARD,
    ONE_SPELL_A_ROUND,
    CardReplaced,
    DeckEvent,
    MaybeUnnamed,
    OrNamed,
    Refill,
    cannot_play,
    card_to_name,
    may_play,
    note_spell,
    put_card,
    replacements,
    second_spell,
    wrong_moment,
)
from domain.games.heroes3.state.kinds import DeckCard, School, Small, TileCard, Timing
from domain.games.heroes3.state.seat import MOST_SCROLLS, Scroll
from domain.games.heroes3.state.table import Heroes3

NO_POWER = refusal("too-little-power", "Not enough power: {need} is used, and {have} is there.", rule=sections.SPELLS)
NO_SPELL = refusal("no-spell", "{card} is no spell: it is played, not cast.", rule=sections.SPELLS)
NOT_EMPOWERED = refusal("scroll-not-empowered", "A scroll spell cannot be empowered.", rule=sections.SCROLLS)
TWO_SCROLLS = refusal(
    "two-scrolls", "At most two Spell Scrolls: choose first which one goes.", rule=sections.SCROLLS
)  # fmt: skip
SPELLS_ON_SCROLL = 2


def school_here(table: Heroes3, seat: str) -> School | None:
    """The school of the tile with a player's main hero."""
    spot = table.fields.get(seat_of(table, seat).main.field)
    lying = (tile for tile in table.tiles.values() if spot and spot.tile and tile.tile == spot.tile)
    return next((tile.school or TileCard.of(table, tile.tile).school for tile in lying), None)


def scrolls_of(table: Heroes3, seat: str) -> list[str]:
    return list(seat_of(table, seat).scrolls)


def scroll_of(table: Heroes3, seat: str, scroll: str | None) -> Scroll:
    """A scroll of a player; an empty scroll if it is gone."""
    return seat_of(table, seat).scrolls.get(scroll or "") or Scroll()


def castable(table: Heroes3, seat: str, elsewhere: bool) -> list[str]:
    """The spells that a player may cast: those of the hand and of scrolls, or any spell if it comes from elsewhere."""
    here = seat_of(table, seat)
    cards = [*here.hand, *(card for scroll in here.scrolls.values() for card in scroll.spells)]
    found = table.ids("cards") if elsewhere else choosable(table, here, cards)
    return [card for card in found if kind_of(table, card) in ("", "spell")]


def why_not_cast(table: Heroes3, card: str, *given: str) -> Refused:
    """The refusal of a card that is not offered to be cast."""
    if kind_of(table, card) not in ("", "spell"):
        return NO_SPELL(card=table.called("cards", card))
    return why_not_there(table, card, *given)


SCHOOL = Printed(DeckCard, by="named", given=("card", "other"))
OwnScroll = Annotated[str, Choice("scrolls", scrolls_of, given=("seat",))]


class SpellCast(DeckEvent):
    """Casts a spell. One of a scroll is free, does not count as the spell of its round, and leaves the game (p28).

    The available power is that of cards played before; the tile of its school adds one (p35).
    """

    title = "Cast a spell"
    help_text = (
        "A spell of one's hand, of a scroll, or of elsewhere; power that cards were played for is used up by it."
    )
    sentence = (
        "{seat} cast a spell[: {card}][: {other}][ ({school})][, with {power} power][ of {scroll}][; {effect}]"
        "[{returns|, and took it back to the hand}]"
    )
    layout = Layout(usual=("card", "power", "effect"))
    seat: Living
    scroll: Annotated[OwnScroll | None, Field(title="from a scroll")] = None
    elsewhere: bool = Field(default=False, title="neither from the hand nor from a scroll")
    card: Annotated[str, Choice("cards", castable, given=("seat", "elsewhere"), why_not=why_not_cast)] | None = None
    other: OrNamed = None
    school: Annotated[School | None, SCHOOL] = None
    timing: Annotated[Timing | None, OF_CARD, Field(title="when it is played")] = None
    power: Annotated[Small, Field(title="power used")] = 0
    returns: bool = Field(default=False, title="comes back to the hand")
    effect: Occasion = ""
    limits = {ONE_SPELL_A_ROUND: {"scroll": None, "power": 0}}

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for id_ in may_play(table):
            # The spell of a scroll does not count as that of the combat round.
            if [*second_spell(table, id_)] and not table.seats[id_].scrolls:
                continue
            words = text("{seat}: cast a spell", seat=table.called("factions", id_))
            yield Offer(words, {"seat": id_}, opens_form=True, also_required=card_to_name(table, id_))

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from cannot_play(table, self.seat, self.named)
        if kind_of(table, self.named) not in ("", "spell"):
            yield NO_SPELL(card=table.called("cards", self.named))
        if self.scroll:
            yield from self.lacking(table, scroll_of(table, self.seat, self.scroll).spells)
            if self.power:
                yield NOT_EMPOWERED()
        else:
            yield from self.lacks(table)
        yield from wrong_moment(table, self.seat, self.timing)

    @property
    def named(self) -> str:
        """The spell that is cast; empty if it is not named."""
        return self.card or self.other or ""

    def lacking(self, table: Heroes3, pile: list[str]) -> Iterator[Refused]:
        """The refusals of casting the spell from this pile."""
        yield from lacks_card(table, pile, self.card, self.other)

    def lacks(self, table: Heroes3) -> Iterator[Refused]:
        """The refusals of a spell that is not on a scroll: not in hand, the second in a round, or too little power."""
        if not self.elsewhere:
            yield from self.lacking(table, seat_of(table, self.seat).hand)
        yield from second_spell(table, self.seat)
        bonus = self.school is not None and self.school == school_here(table, self.seat)
        if self.power > (have := seat_of(table, self.seat).power + bonus):
            yield NO_POWER(need=self.power, have=have)

    def apply(self, table: Heroes3) -> None:
        if not (seat := table.seats.get(self.seat)):
            return
        seat.power = 0
        if self.scroll:
            use_scroll_spell(table, self.seat, self.scroll, self.named)
            return
        note_spell(table, self.seat)
        if self.elsewhere:
            seat.cards.append(self.named)
        else:
            take_from_hand(seat, 1, (self.named,))
        if self.returns:
            seat.hand.append(self.named)
        else:
            put_card(table, seat, self.named, self.timing)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.returns and self.named and not self.scroll and table.plays("chaos-cards"):
            yield CardReplaced(seat=self.seat, card=self.named, pile="hand")
        elif not self.scroll and self.timing not in ("permanent", "ongoing"):
            yield from replacements(table, self.seat, [self.named])


def use_scroll_spell(table: Heroes3, seat: str, scroll: str, card: str) -> None:
    """Remove a used spell of a scroll from the game, and an empty scroll from its player (p28). For `apply`."""
    if (here := table.seats.get(seat)) and (held := here.scrolls.get(scroll)):
        take_cards(1, (card,), held.spells)
        table.removed.append(card)
        if not held.spells:
            del here.scrolls[scroll]


class ScrollGained(DeckEvent):
    """Gains a scroll with spells that are face down. The owner may look at them; they are not part of the hand."""

    title = "Gain a Spell Scroll"
    help_text = "Two spells from the top of the spell deck are on it; of three scrolls one is given up."
    sentence = "{seat} gained {scroll}[ with {spells}][, {source}]"
    question = "{seat} gains a Spell Scroll"
    secrets = Secrets(("spells",))
    told = ("spells",)
    seat: Living
    spells: MaybeUnnamed = ()
    source: Source = ""
    scroll: Annotated[Line | None, Settled(), Choice("scrolls")] = None
    shuffled: Annotated[bool, Settled()] = False
    refill: Refill = ()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not table.owns("stronghold"):
            yield NO_SUCH_BOX(box=table.called("boxes", "stronghold"))
        if len(seat_of(table, self.seat).scrolls) > MOST_SCROLLS:
            yield TWO_SCROLLS()
        yield from too_many_named(self.spells, SPELLS_ON_SCROLL)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        used = {id_ for seat in table.seats.values() for id_ in seat.scrolls}
        free = next(str(number) for number in range(1, len(used) + 2) if str(number) not in used)
        drawn, refill = draw_shared(table, "spell", SPELLS_ON_SCROLL, chance, self.spells, self.refill)
        return self.copy_with(spells=drawn.cards, scroll=self.scroll or free, shuffled=drawn.shuffled, refill=refill)

    def apply(self, table: Heroes3) -> None:
        if self.shuffled:
            pile_changed(table, "spell", self.refill, shuffled=True)
        leave_deck(table, "spell", len(self.spells))
        if (seat := table.seats.get(self.seat)) and self.scroll:
            seat.scrolls[self.scroll] = Scroll(spells=list(self.spells))
            if len(seat.scrolls) > MOST_SCROLLS:
                table.agenda.put(ScrollGivenUp, seat=self.seat)


class ScrollGivenUp(DeckEvent):
    """Discards a scroll. Its spells go to the spell discard pile, or leave the game by a ruling (9.2, 78)."""

    title = "Give a Spell Scroll up"
    help_text = "A player has at most two scrolls: one of three goes, with its spells."
    sentence = "{seat} gave {scroll} up[: {spells}]"
    question = "{seat}: which Spell Scroll goes?"
    log = LogRole(confirm_undo="revealed")
    layout = Layout(keypad="scroll")
    told = ("spells",)
    seat: Living
    scroll: OwnScroll
    spells: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(spells=tuple(scroll_of(table, self.seat, self.scroll).spells))

    def apply(self, table: Heroes3) -> None:
        seat_of(table, self.seat).scrolls.pop(self.scroll, None)
        if table.ruled("scroll-spells-removed"):
            table.removed.extend(self.spells)
        else:
            leave_deck(table, "spell", -len(self.spells))
            pile_changed(table, "spell", self.spells, shuffled=False)
