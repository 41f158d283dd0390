"""The completion of the setup: its missing steps, the first cards of each seat, and the start of the war (游戏设置)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.base import seats_clockwise
from domain.games.runewars.cards import names_cards
from domain.games.runewars.heroes.company import heroes_of
from domain.games.runewars.realm.dials import without_dials, without_influence
from domain.games.runewars.runes import without_runes
from domain.games.runewars.setup.filling import (
    awaits_units,
    blank_areas,
    city_spaces,
    neutrals_due,
    tokens_due,
    without_stronghold,
)
from domain.games.runewars.setup.homes import is_laid
from domain.games.runewars.setup.players import TOO_FEW_SEATS, SetupEvent
from domain.games.runewars.state.kinds import FactionSheet
from domain.games.runewars.state.table import FEWEST_SEATS, Runewars
from domain.games.runewars.year.seasons import SeasonCardDrawn, asks_for_card

ALREADY_BEGUN = never("already-begun", "The war is already under way.", rule=sections.SETUP)
BEGIN = text("Begin the war")

# === The missing steps of the setup, possible now or later, in the order of the rulebook (3.1) ===


def missing_steps(table: Runewars) -> Iterator[Text]:
    """The missing steps of the setup."""
    yield from missing_before_cards(table)
    if table.tracks("cards") and (seats := without_cards(table)):
        yield text("the first cards of {seats}", seats=_names_of(table, seats))


def missing_before_cards(table: Runewars) -> Iterator[Text]:
    """The missing steps before the cards that are dealt at the end of the setup."""
    if not table.starting:
        yield text("who begins")
    if seats := without_influence(table):
        yield text("the influence of {seats}", seats=_names_of(table, seats))
    if seats := without_dials(table):
        yield text("the dials of {seats}", seats=_names_of(table, seats))
    if table.tracks("map"):
        yield from _missing_on_map(table)
    if table.tracks("runes") and (seats := without_runes(table)):
        yield text("the first runes of {seats}", seats=_names_of(table, seats))
    if table.tracks("heroes") and (seats := [seat for seat in table.alive() if not heroes_of(table, seat)]):
        yield text("the first hero of {seats}", seats=_names_of(table, seats))


def _missing_on_map(table: Runewars) -> Iterator[Text]:
    """The missing map, and the missing contents of areas."""
    laid = is_laid(table)
    if not laid:
        yield text("the map with all home realms")
    if table.tracks("units") and (not laid or neutrals_due(table)):
        yield text("the neutral units")
    if not laid or any(city_spaces(table)):
        yield text("the cities")
    if blank := blank_areas(table):
        yield text("what is printed in {areas}", areas=tuple(table.called("areas", area) for area in blank))
    if tokens_due(table):
        yield text("the exploration tokens")
    if seats := without_stronghold(table):
        yield text("the first stronghold of {seats}", seats=_names_of(table, seats))
    if table.tracks("units") and (seats := [seat for seat in seats_clockwise(table) if awaits_units(table, seat)]):
        yield text("the first units of {seats}", seats=_names_of(table, seats))


def _names_of(table: Runewars, seats: Sequence[str]) -> tuple[object, ...]:
    return tuple(table.called("seats", seat) for seat in seats)


# === The first cards of each seat, which are dealt together: tactics, two quests, an objective (3.1)

# S9: two quest cards in hand.
QUESTS_AT_START = 2
FIRST_TACTICS = range(1, 6)
"""The numbers of starting tactics cards that are a tap each."""


def tactics_to_deal(table: Runewars, seat: str) -> int:
    """The tactics cards that a seat gets by its sheet; none if it holds any."""
    return 0 if table.seat(seat).held else FactionSheet.of(table, seat).tactics or 0


def are_first_tactics_unknown(table: Runewars, seat: str) -> bool:
    """Whether the tactics cards of a seat before the war are unknown: none were drawn, nor does its sheet say any."""
    return not table.season and not table.seat(seat).held and FactionSheet.of(table, seat).tactics is None


def without_quests(table: Runewars) -> list[str]:
    return [id_ for id_, seat in table.seats.items() if not seat.quests]


def without_objective(table: Runewars) -> list[str]:
    return [id_ for id_, seat in table.seats.items() if not seat.has_objective]


def without_cards(table: Runewars) -> list[str]:
    """The seats that lack some of the cards they begin with."""
    lack = {*without_quests(table), *without_objective(table)}
    return [seat for seat in table.seats if seat in lack or tactics_to_deal(table, seat)]


def card_offer(table: Runewars) -> Offer:
    """An offer of first cards without its words.

    If the table does not name its cards, they do not delay the setup: they are on the card that begins the war.
    """
    is_named = names_cards(table)
    is_last = not is_named and not any(missing_before_cards(table))
    card = BEGIN if is_last else text("Cards at the start")
    return Offer(required=is_named or is_last, opens_form=is_named, card=card)


def first_tactics(table: Runewars) -> Iterator[Offer]:
    """The offers of `TacticsDrawn` in the setup. The number of an unknown sheet is asked for, and delays nothing."""
    offer, title = card_offer(table), text("{seat}: {count|tactics card|tactics cards}")
    for seat in table.seats:
        if count := tactics_to_deal(table, seat):
            yield replace(offer, words=title, fields={"seat": seat, "count": count})
        elif are_first_tactics_unknown(table, seat):
            asked, needs = text("{seat}: how many tactics cards at the start?"), ("count",)
            fields = {"seat": seat}
            yield Offer(asked, fields, also_required=needs, keypad="count", keypad_numbers=FIRST_TACTICS)


def first_quests(table: Runewars) -> Iterator[Offer]:
    """The offers of `QuestsDrawn` in the setup."""
    offer, title = card_offer(table), text("{seat}: {count|quest card|quest cards}")
    for seat in without_quests(table):
        yield replace(offer, words=title, fields={"seat": seat, "count": QUESTS_AT_START})


def first_objectives(table: Runewars) -> Iterator[Offer]:
    """The offers of `ObjectiveDealt`."""
    offer, title = card_offer(table), text("{seat}: deal an objective")
    for seat in without_objective(table):
        yield replace(offer, words=title, fields={"seat": seat})


# === The start of the war ========================================================================


class WarBegun(SetupEvent):
    title = "Begin the war"
    help_text = "The setup is done: the first spring begins."
    sentence = "The war began"
    during = ("setup",)
    ends = "step"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offer with the missing steps.

        If nothing but unnamed cards is missing, they are dealt on its card, and the season card is drawn there.
        """
        lacks = tuple(missing_steps(table))
        if any(missing_before_cards(table)) or (lacks and names_cards(table)):
            yield Offer(required=True, leaves=lacks)
        else:
            then = () if asks_for_card(table) or not table.tracks("calendar") else (SeasonCardDrawn,)
            yield Offer(required=True, card=BEGIN if then or lacks else None, then=then)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.season:
            yield ALREADY_BEGUN()
        if len(table.seats) < FEWEST_SEATS:
            yield TOO_FEW_SEATS(count=len(table.seats))

    def apply(self, table: Runewars) -> None:
        table.season, table.step = max(1, table.season), "season"
        table.starting = table.starting or next(iter(table.seats), "")
