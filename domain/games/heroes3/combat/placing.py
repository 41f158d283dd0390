"""Units entering a combat: drawn neutral ones by level and tier, and players' own, with or without a board (3.11)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Self, get_args

from pydantic import Field

from domain.components.decks import Deck, cards_without
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import KeepsOrder, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Living, SeatId, seat_of
from domain.games.heroes3.cards.decks import NEUTRAL_DECK, STACK_TOKENS, is_kept
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import back_row, combat_of, fighter_of, numbered
from domain.games.heroes3.state.combat import NEUTRAL, SQUARE_BOARDS, Combat, Fighter, StackToken
from domain.games.heroes3.state.kinds import OF_NEUTRAL, STACKED, TIERS, TOWER, BankCard, LevelRow, Tier, UnitCard
from domain.games.heroes3.state.seat import UnitSide
from domain.games.heroes3.state.table import COLUMNS, ROWS, Heroes3, Spot
from domain.games.heroes3.town.units import DRAW_AGAIN

DRAW_THESE = refusal("draw-these", "Draw {tiers}.", rule=sections.COMBAT)
TOO_MANY_UNITS = refusal("too-many-units", "At most {most} units may fight.", rule=sections.COMBAT)
NAME_GUARDS = never(
    "name-guards",
    "Say which units were drawn: {tiers}. The app does not draw them.",
    rule=sections.COMBAT_ROUND,
    asks=True,
)
NO_UNITS = never("no-units", "Say which units fight for {seat}.", rule=sections.COMBAT, asks=True)
WRONG_ROWS = refusal("wrong-rows", "Units are placed on their own side of the board.", rule=sections.COMBAT)
SPACE_TAKEN = never("space-taken", "A space holds one unit.", rule=sections.COMBAT)
PLACED_ALREADY = never("placed-already", "{side} has its units in this combat already.", rule=sections.COMBAT)
NOT_FIGHTING = never("not-fighting", "{seat} has no part in this combat.", rule=sections.COMBAT)
RANGED_BEHIND = refusal(
    "ranged-behind", "Ranged guards are placed in the back row, if there is room.", rule=sections.COMBAT
)
NOT_IN_DECK = refusal("not-in-unit-deck", "{unit} is not in the unit deck.", rule=sections.COMBAT)
MOST_UNITS, MOST_ON_BATTLEFIELD = 5, 7
NAMELESS = tuple(f"{tier} unit" for tier in TIERS)
"""The unit ids for neutral units of which only the tier is known."""
STACKS: tuple[StackToken, ...] = get_args(StackToken)
TIER_LETTERS: Mapping[str, Tier] = {"b": "bronze", "s": "silver", "g": "golden", "a": "azure"}
PLAYED_BY_RIVALS = ("clash", "alliance", "tournament")


def controller_of(table: Heroes3, side: str) -> str:
    """The seat that records the acts of a side.

    Neutral units are played by the rival to the attacker's right, or by the attacker (1.2).
    """
    if side in table.seats:
        return side
    attacker = combat_of(table).player
    seats = [id_ for id_, seat in table.seats.items() if id_ == attacker or is_rival(table, id_, attacker)]
    if table.mode in PLAYED_BY_RIVALS and len(seats) > 1 and attacker in seats:
        return seats[seats.index(attacker) - 1]
    return attacker


def is_rival(table: Heroes3, seat: str, of: str) -> bool:
    """Whether a seat is an enemy; eliminated players still play neutral units (1.3)."""
    team = seat_of(table, of).team
    return not (team and seat_of(table, seat).team == team)


def tier_words(tiers: Iterable[Tier]) -> tuple[Text, ...]:
    """Tiers as words of a sentence, in the reader's language."""
    return tuple(Text(tier) for tier in tiers)


def guards_due(table: Heroes3, combat: Combat) -> list[Tier]:
    """The tiers of the neutral units that guard a field of this level, by difficulty (6.4)."""
    row = LevelRow.of(table, str(combat.level))
    letters = getattr(row, table.difficulty, "") if combat.kind == "neutral" else ""
    tiers = [TIER_LETTERS[letter] for letter in letters if letter in TIER_LETTERS]
    return [*(tier for tier in tiers if tier != "azure"), *CYCLOPES] if has_cyclopes(table, combat) else tiers


CYCLOPES: tuple[Tier, ...] = ("golden", "golden")
"""The two Cyclopes that guard a Cyclops Stockpile in place of azure units (p81)."""


def has_cyclopes(table: Heroes3, combat: Combat) -> bool:
    return combat.kind == "neutral" and table.fields.get(combat.field, Spot()).location == "cyclops-stockpile"


def neutral_card(table: Heroes3, unit: str) -> str:
    """The card of a unit in its neutral deck, if the pack has a separate one; else its only card."""
    return card if (card := f"{OF_NEUTRAL}{unit}") in table.ids("units") else unit


def neutral_deck(table: Heroes3, tier: Tier) -> Deck:
    """The neutral units of a tier; discarded ones are shuffled in when they run out."""
    cards = [(id_, UnitCard.of(table, id_)) for id_ in table.ids("units")]
    all_of = [id_ for id_, card in cards if card.neutral and card.tier == tier for _ in range(max(1, card.copies))]
    held = [unit for seat in table.seats.values() for unit in seat.units if unit in all_of]
    return Deck(all_of, discard=[unit for unit in table.gone if unit in all_of], held=held)


def draw_guards(table: Heroes3, combat: Combat, chance: Chance) -> tuple[str, ...]:
    """The guards of a combat: random units of the due tiers, or those of a bank or an AI hero.

    A nameless unit is drawn if no unit of a tier is known, or if the app does not keep the neutral decks.
    """
    if combat.kind == "bank":
        return tuple(BankCard.of(table, combat.bank).guards)
    if combat.kind == "ai hero":
        return tuple(ai_units(table, combat))
    drawn: list[str] = []
    found = [neutral_card(table, "cyclopes")] * len(CYCLOPES) if has_cyclopes(table, combat) else []
    due = guards_due(table, combat)
    for tier in due[: len(due) - len(found)]:
        deck = neutral_deck(table, tier) if is_kept(table, NEUTRAL_DECK) else Deck([])
        cards = [unit for unit in deck.cards if not drawn_again(table, unit, drawn)]
        held = [unit for unit in (*deck.held, *drawn) if unit in cards]
        discard = [unit for unit in deck.discard if unit in cards]
        drawn += Deck(cards, discard, held).draw(1, chance).cards or (f"{tier} unit",)
    return (*drawn, *found)


def drawn_again(table: Heroes3, unit: str, drawn: Sequence[str]) -> bool:
    """Whether a unit must not be drawn with miniatures (3.11).

    Each unit is drawn once, and none that the attacker has or could have.
    """
    attacker = combat_of(table).player
    own = unit in seat_of(table, attacker).units or UnitCard.of(table, unit).faction == attacker
    return table.plays("miniatures") and (own or unit in drawn)


def left_over(table: Heroes3, units: Sequence[str], tiers: Sequence[str]) -> list[str]:
    """The discarded neutral units after a draw. A tier whose deck ran out in the draw has none."""
    gone = list(table.gone)
    for tier in [tier for tier in TIERS if tier in tiers]:
        deck = neutral_deck(table, tier)
        taken = Counter(unit for unit, its in zip(units, tiers, strict=False) if its == tier)
        fresh = Counter(deck.cards) - Counter(deck.discard) - Counter(deck.held)
        if taken - fresh:
            gone = [unit for unit in gone if unit not in deck.cards]
    return gone


def stacked_at_random(table: Heroes3, units: Sequence[str], chance: Chance) -> tuple[StackToken | None, ...]:
    """Stack tokens on as many different units of a creature bank as the difficulty demands, drawn at random (p67)."""
    tokens: list[StackToken | None] = [None] * len(units)
    free = list(range(len(units)))
    for _ in range(min(len(units), STACKED.get(table.difficulty, 0))):
        at = chance.draw(free)
        free.remove(at)
        tokens[at] = random_stack(chance)
    return tuple(tokens)


def random_stack(chance: Chance) -> StackToken:
    return chance.draw(STACKS)


def ai_units(table: Heroes3, combat: Combat) -> dict[str, UnitSide]:
    """The units of the AI hero in a combat, each with its side."""
    hero = table.ai_heroes.get(combat.ai_hero)
    return dict(hero.units) if hero else {}


def is_ranged(table: Heroes3, unit: str) -> bool:
    return UnitCard.of(table, unit).type == "ranged"


def rows_of(*, attacks: bool) -> list[str]:
    """The spaces of a side's two rows."""
    return [f"{column} {row}" for row in (ROWS[:2] if attacks else ROWS[-2:]) for column in COLUMNS]


BANK_CORNERS = [f"{column} {row}" for row in (ROWS[0], ROWS[-1]) for column in (COLUMNS[0], COLUMNS[-1])]
BANK_MIDDLE = [f"{column} {row}" for row in ROWS[1:-1] for column in COLUMNS[1:-1]]
"""The spaces of the player who fights a creature bank; the units of the bank are in the corners (p66)."""


def zone_of(combat: Combat, side: str) -> list[str]:
    """The spaces on which a side places its units; the hexes of the battlefield board are not tracked (p61)."""
    if combat.board == "bank":
        return BANK_CORNERS if side == NEUTRAL else BANK_MIDDLE
    return [] if combat.board == "battlefield" else rows_of(attacks=side == combat.attacker)


NeutralSpace = Annotated[
    str,
    Choice(
        "spaces",
        lambda table: zone_of(combat_of(table), NEUTRAL),
        why_not=lambda table, space: WRONG_ROWS(),
    ),
]


class NeutralsDrawn(CombatEvent):
    """Draws the neutral units.

    A tier without known units is named by the players, or fought as a nameless unit of it.
    """

    title = "Draw the neutral units"
    help_text = (
        "The guards of a field by its level, drawn here or at the table and named. A Random Town has units of a "
        "faction that no player plays, rolled for or drawn as a town card: one bronze, two silver and two golden ones."
    )
    sentence = "Against {seat}: {units}"
    stages = ("setup",)
    layout = Layout(usual=("units",), no_choice=("units", "spaces"))
    seat: Annotated[SeatId, Field(title="against whom")]
    units: Annotated[tuple[Annotated[Line, Choice("units", free=True)], ...], Field(max_length=20), KeepsOrder()] = ()
    spaces: Annotated[tuple[NeutralSpace, ...], Field(max_length=20, title="on which spaces"), KeepsOrder()] = ()
    tiers: Annotated[tuple[str, ...], Settled()] = ()
    left: Annotated[tuple[str, ...], Settled(), Choice("units")] = ()

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "setup" and NEUTRAL in (combat.attacker, combat.defender) and NEUTRAL not in combat.placed:
            due = guards_due(table, combat)
            words = text("Draw the guards: {tiers}", tiers=tier_words(due)) if due else text("Who opposes {seat}?")
            known = is_kept(table, NEUTRAL_DECK) and all(len(neutral_deck(table, tier).cards) for tier in due)
            words = words if due else words.copy_with(seat=table.called("factions", combat.player))
            guards = settled_guards(table, combat)
            if guards and combat.kind == "bank":
                found = dict.fromkeys(BankCard.of(table, combat.bank).guards)
                words = text("Place the guards: {units}", units=tuple(table.called("units", one) for one in found))
            drawn = bool(due) and is_kept(table, NEUTRAL_DECK)
            needs = () if drawn or guards else ("units",)
            ready = bool(due and known) or guards
            yield Offer(words, {"seat": combat.player}, required=True, opens_form=not ready, also_required=needs)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        due = guards_due(table, combat_of(table))
        combat = combat_of(table)
        if NEUTRAL in combat.placed or NEUTRAL not in (combat.attacker, combat.defender):
            yield PLACED_ALREADY(side=table.called("sides", combat.defender))
        known = Counter(tier for unit in self.units if (tier := UnitCard.of(table, unit).tier))
        if self.units and due and (len(self.units) != len(due) or known - Counter(due)):
            yield DRAW_THESE(tiers=tier_words(due))
        for n, unit in enumerate(self.units):
            if drawn_again(table, unit, self.units[:n]):
                yield DRAW_AGAIN(unit=table.called("units", unit))
        if not self.units and not due and not settled_guards(table, combat):
            yield NO_UNITS(seat=table.called("sides", NEUTRAL))
        if not self.units and due and not is_kept(table, NEUTRAL_DECK):
            yield NAME_GUARDS(tiers=tier_words(due))
        if len(set(self.spaces)) < len(self.spaces):
            yield SPACE_TAKEN()
        ranged = [space for unit, space in zip(self.units, self.spaces, strict=False) if is_ranged(table, unit)]
        behind = [space for space in ranged if space.endswith(back_row(combat, NEUTRAL))]
        if combat.board != "bank" and len(behind) < min(len(ranged), len(COLUMNS)):
            yield RANGED_BEHIND()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat = combat_of(table)
        due = guards_due(table, combat)
        units = self.units or draw_guards(table, combat, chance)
        known = [UnitCard.of(table, unit).tier for unit in units]
        rest = iter(cards_without(due, list(filter(None, known))))
        tiers = [tier or next(rest, "") for tier in known]
        if combat.kind == "bank":
            tiers = [""] * len(units)
        return self.copy_with(units=units, tiers=tuple(tiers), left=tuple(left_over(table, units, tiers)))

    def apply(self, table: Heroes3) -> None:
        combat = table.combat
        if combat is None:
            return
        combat.drawn, combat.azure = list(self.units), "azure" in self.tiers
        combat.placed.append(NEUTRAL)
        if combat.azure:
            combat.limited = False
        table.gone = list(self.left)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        faces = ai_units(table, combat_of(table))
        if combat_of(table).kind == "random town":
            faces = {unit: town_face(tier) for unit, tier in zip(self.units, self.tiers, strict=True)}
        yield FightersEntered(
            side=NEUTRAL, units=self.units, tiers=self.tiers, faces=faces, in_order=self.spaces,
            bank=combat_of(table).kind == "bank",
        )  # fmt: skip


def town_face(tier: str) -> UnitSide:
    """The side of the units of a Random Town: bronze and silver ones are Packs, golden ones Fews (p81)."""
    return "few" if tier == "golden" else "pack"


def settled_guards(table: Heroes3, combat: Combat) -> bool:
    """Whether the defending units are known without a draw: those of a creature bank or of an AI hero."""
    return bool(BankCard.of(table, combat.bank).guards if combat.kind == "bank" else ai_units(table, combat))


def own_fighters(table: Heroes3, seat: str) -> list[str]:
    return list(seat_of(table, seat).units)


def own_spaces(table: Heroes3, seat: str) -> list[str]:
    return zone_of(combat_of(table), seat)


OwnSpace = Annotated[
    str, Choice("spaces", own_spaces, given=("seat",), why_not=lambda table, space, seat: WRONG_ROWS())
]


class UnitsPlaced(CombatEvent):
    """Chooses the units that fight, at most five. Without spaces, the combat is fought without a board."""

    title = "Place your units"
    help_text = "The units that fight, at most five; on the board, a tap then places each."
    sentence = "{seat} fights with {units}"
    stages = ("setup",)
    acting_seat = "seat"
    layout = Layout(usual=("units",), no_choice=("units", "spaces"))
    seat: Living
    units: Annotated[
        tuple[Annotated[Line, Choice("units", own_fighters, given=("seat",), free=True)], ...], Field(max_length=20)
    ] = ()  # fmt: skip
    spaces: Annotated[
        dict[Annotated[Line, Choice("units", own_fighters, given=("seat",), free=True)], OwnSpace],
        Field(max_length=20),
    ] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage != "setup":
            return
        for side in (combat.attacker, combat.defender):
            if side in table.seats and side not in combat.placed:
                many = not 0 < len(table.seats[side].units) <= most_units(table)
                needs = ("units",) if many else ()
                yield Offer(
                    text("Place your units"), {"seat": side}, required=True, opens_form=many, also_required=needs
                )
            if side not in combat.placed or unplaced(combat, side):
                return

    def check(self, table: Heroes3) -> Iterator[Refused]:
        own = own_fighters(table, self.seat)
        units = self.units or own
        if self.seat not in (combat_of(table).attacker, combat_of(table).defender):
            yield NOT_FIGHTING(seat=table.called("factions", self.seat))
        elif self.seat in combat_of(table).placed:
            yield PLACED_ALREADY(side=table.called("factions", self.seat))
        if not units:
            yield NO_UNITS(seat=table.called("factions", self.seat))
        if table.tracks("towns") and own:
            strange = set(self.units) - {*own}
            yield from (NOT_IN_DECK(unit=table.called("units", unit)) for unit in sorted(strange))
        if len(set(self.spaces.values())) < len(self.spaces):
            yield SPACE_TAKEN()
        most = most_units(table)
        if len(units) > most:
            yield TOO_MANY_UNITS(most=most)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(units=self.units or tuple(own_fighters(table, self.seat)))

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.placed.append(self.seat)
            if self.spaces and table.combat.board == "none":
                table.combat.board = "standard"

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        own = seat_of(table, self.seat).units
        sides: dict[str, UnitSide] = {unit: own[unit].side if unit in own else "few" for unit in self.units}
        yield FightersEntered(side=self.seat, units=self.units, faces=sides, spaces=self.spaces)


def unplaced(combat: Combat, side: str) -> list[str]:
    """The units of a side without a space on the board yet."""
    if combat.board not in SQUARE_BOARDS:
        return []
    return [id_ for id_ in combat.fighters_of(side) if not combat.fighters[id_].space and id_ != TOWER]


def has_walls(table: Heroes3, combat: Combat) -> bool:
    """Whether the defender has walls: in an own town with a Citadel, or in a Random Town (3.14)."""
    if combat.kind == "random town":
        return True
    town = combat.own_town and combat.kind in ("siege", "garrison", "ai hero")
    return town and ("citadel" in seat_of(table, combat.defender).buildings or not table.tracks("towns"))


def are_walls_due(table: Heroes3) -> bool:
    """Whether all units are placed and the defender has yet to place walls."""
    combat = combat_of(table)
    placed = combat.defender in combat.placed and not unplaced(combat, combat.defender)
    early = placed and combat.board in ("standard", "none") and combat.round <= 1
    return early and has_walls(table, combat) and not combat.walls


def units_to_station(table: Heroes3, seat: str) -> list[str]:
    """The units that a player places: their own, and neutral ones whose places the rule cannot compute."""
    combat = combat_of(table)
    sides = [side for side in (combat.attacker, combat.defender) if controller_of(table, side) == seat]
    return [unit for side in sides for unit in unplaced(combat, side)]


def spaces_free(table: Heroes3, seat: str, unit: str) -> list[str]:
    """The spaces on which a player may still place a unit."""
    combat = combat_of(table)
    side = combat.fighters[unit].side if unit in combat.fighters else seat
    taken = {one.space for one in combat.fighters.values()}
    return [space for space in own_spaces(table, side) if space not in taken]


class UnitStationed(CombatEvent):
    """Places a unit on the board. The units of a side are placed before those of the other side (p41).

    Neutral units are placed by rule, unless the rule depends on unknown numbers of their cards.
    """

    title = "Place a unit on the board"
    help_text = "A unit is placed on a free space of its own side before round 1; ranged guards in the back row."
    sentence = "{unit} was placed on {to}"
    stages = ("setup",)
    acting_seat = "seat"
    seat: Living
    unit: Annotated[str, Choice("fighters", units_to_station, given=("seat",))]
    to: Annotated[
        str,
        Choice("spaces", spaces_free, given=("seat", "unit"), why_not=lambda table, space, seat, unit: WRONG_ROWS()),
    ]

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat, unit in to_station(table):
            words = text("{unit}: place where?", unit=table.called("fighters", unit))
            yield Offer(words, {"seat": seat, "unit": unit}, required=True, opens_form=True, also_required=("to",))

    def apply(self, table: Heroes3) -> None:
        if one := combat_of(table).fighters.get(self.unit):
            one.space = self.to


def to_station(table: Heroes3) -> Iterator[tuple[str, str]]:
    """The next unit to place, with the player who places it."""
    combat = combat_of(table)
    for side in (combat.attacker, combat.defender) if combat.stage == "setup" else ():
        if units := unplaced(combat, side):
            yield controller_of(table, side), units[0]
            return


def most_units(table: Heroes3) -> int:
    """The largest number of units of a side in a fight (R25)."""
    if table.mode in ("adventure", "skirmish"):
        return 99
    combat = combat_of(table)
    return MOST_ON_BATTLEFIELD if combat.board == "battlefield" and combat.defender in table.seats else MOST_UNITS


class FightersEntered(CombatEvent):
    """Adds the units of a side to a combat. The numbers on their cards are settled now; unknown ones stay unknown."""

    title = "Units come into the combat"
    help_text = "The units of a side, with the numbers on their cards."
    sentence = "{side}: {units}[; stacked: {fighters}]"
    automatic = True
    side: Annotated[str, Choice("sides")]
    units: Annotated[tuple[str, ...], Choice("units")]
    faces: Mapping[str, UnitSide] = Field(default_factory=dict)
    tiers: tuple[Remark, ...] = ()
    spaces: Annotated[Mapping[str, str], Choice("units")] = Field(default_factory=dict)
    in_order: tuple[Remark, ...] = ()
    bank: bool = False
    fighters: Annotated[Mapping[str, Mapping[str, Any]], Settled()] = Field(default_factory=dict)

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        """The stacked units with their tokens, in place of all numbers of the units."""
        entered = fields.get("fighters")
        stacks = {id_: one.get("stack") for id_, one in entered.items()} if isinstance(entered, Mapping) else {}
        return {
            "fighters": tuple(
                text("{unit} ({token})", unit=table.called("fighters", id_), token=Text(token))
                for id_, token in stacks.items() if token
            )
        }  # fmt: skip

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        if self.fighters:
            return self
        combat = combat_of(table)
        found: dict[str, Fighter] = {}
        own = seat_of(table, self.side).units
        draws = is_kept(table, STACK_TOKENS)
        stacks = stacked_at_random(table, self.units, chance) if self.bank and draws else ()
        for n, unit in enumerate(self.units):
            id_ = numbered({**combat.fighters, **found}, unit)
            space = self.in_order[n] if n < len(self.in_order) else self.spaces.get(unit, "")
            fields: dict[str, Any] = {"space": space}
            if n < len(self.tiers):
                fields["tier"] = self.tiers[n] or None
            if stacks or (draws and unit in own and own[unit].stacked):
                fields["stack"] = stacks[n] if stacks else random_stack(chance)
            found[id_] = fighter_of(table, self.side, unit, self.faces.get(unit, "single"), **fields)
        if combat.board == "bank" and self.side == NEUTRAL:
            place_at_random(found.values(), self.in_order, chance)
        elif combat.board in SQUARE_BOARDS and self.side == NEUTRAL:
            unplaced_ones = [one for one in found.values() if not one.space]
            if is_order_known(unplaced_ones):
                place_by_rule(combat, unplaced_ones, self.in_order)
        told = {id_: one.model_dump(mode="json", exclude_defaults=True) for id_, one in found.items()}
        return self.copy_with(fighters=told)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.fighters |= {id_: Fighter(**fields) for id_, fields in self.fighters.items()}
            self.ask_for_stacks(table)

    def ask_for_stacks(self, table: Heroes3) -> None:
        """Ask for the stack tokens that were drawn at the table, if the app did not draw them. For `apply`."""
        own = seat_of(table, self.side).units
        bare = [id_ for id_, fields in self.fighters.items() if not fields.get("stack")]
        if self.bank and len(bare) == len(self.fighters):
            for _ in range(min(len(bare), STACKED.get(table.difficulty, 0))):
                table.agenda.put("unit-marked", source="creature bank")
        for id_ in bare:
            if (unit := own.get(str(self.fighters[id_].get("unit")))) and unit.stacked:
                table.agenda.put("unit-marked", unit=id_, source="creature bank")


def _rank(one: Fighter) -> int:
    return TIERS.index(one.tier) if one.tier else -1


def place_at_random(fighters: Iterable[Fighter], besides: Sequence[str], chance: Chance) -> None:
    """Place the units of a creature bank in random corners (p66)."""
    free = [space for space in BANK_CORNERS if space not in besides]
    for one in fighters:
        if free and not one.space:
            one.space = chance.draw(free)
            free.remove(one.space)


def is_order_known(fighters: Sequence[Fighter]) -> bool:
    """Whether the places of neutral units follow from their cards: type, and initiative if there are several."""
    several = len(fighters) > 1
    return all(one.type is not None and not (several and one.initiative is None) for one in fighters)


def place_by_rule(combat: Combat, fighters: Sequence[Fighter], besides: Sequence[str] = ()) -> None:
    """Place units from left to right by initiative, then tier (p41).

    Ranged units are in the back row, others in front.
    """
    back, front = ROWS[-1], ROWS[-2]
    taken = {*besides, *(one.space for one in combat.fighters.values() if one.space)}
    for one in sorted(fighters, key=lambda one: (one.initiative or 0, _rank(one)), reverse=True):
        rows = (back, front) if one.type == "ranged" else (front, back)
        free = [space for row in rows for column in COLUMNS if (space := f"{column} {row}") not in taken]
        one.space = free[0] if free else ""
        taken.add(one.space)
