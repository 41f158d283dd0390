"""Effects of cards, abilities and fortifications in a battle beyond the icons of fate cards."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Line, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import retreat_areas
from domain.games.runewars.base import Some, TacticsId
from domain.games.runewars.cards import LOCKED, TacticsPlayed, out_of_time
from domain.games.runewars.state.kinds import TacticsCard, UnitSheet
from domain.games.runewars.state.table import NEUTRAL, Runewars
from domain.games.runewars.state.war import Cause
from domain.games.runewars.war.aftermath import retreat_units, why_no_retreat
from domain.games.runewars.war.armies import (
    battle_of,
    damage_fighters,
    destroy_fighters,
    rout_fighters,
    stand_up,
    standing_fighters,
)
from domain.games.runewars.war.battle_rounds import forced_event_in_battle, not_due
from domain.games.runewars.war.course import (
    FORTIFICATIONS,
    MOST_FIGHTERS,
    SPAWN,
    TOMB,
    BattleEvent,
    FoeId,
    FriendId,
    SideId,
    advance_battle,
    come_to,
    due_of_side,
    fortification_of,
    next_at_start,
    next_due,
    seats_of_side,
)

# === Effects of cards and abilities in a battle, entered by hand because the program has no card texts

START_IS_OVER = refusal("start-is-over", "The start of the battle is over for {side}.", rule=sections.BATTLES)
ATTACKER_FIRST = refusal("attacker-first", "The attacker goes first: {side}.", rule=sections.BATTLES)
NO_CARDS_FOR_NEUTRALS = refusal(
    "no-cards-for-neutrals",
    "Tactics cards cannot be used for unallied neutral units.",
    rule=sections.BATTLES,
    areas=("cards",),
)
NO_SPECIALS_LEFT = never(
    "no-specials-left", "{left|special icon is|special icons are} left, not {said}.", rule=sections.FATE_CARDS
)
AT_THE_START = ("your turn", "start of battle")
"""The timings of cards that are useless later in a battle."""
FoesHit = Annotated[tuple[FoeId, ...], Field(max_length=MOST_FIGHTERS)]


class Effect(BattleEvent):
    """The base of events whose damage and healing are settled to the actual changes."""

    layout = Layout(usual=("damage", "routed"))
    side: SideId
    damage: Mapping[FoeId, Some] = Field(default_factory=dict)
    routed: FoesHit = Field(default=(), title="which are routed")
    destroyed: FoesHit = Field(default=(), title="which are destroyed")
    healed: Mapping[FriendId, Some] = Field(default_factory=dict)
    stood: Annotated[tuple[FriendId, ...], Field(max_length=MOST_FIGHTERS)] = Field(
        default=(), title="which stand up again"
    )
    what: Occasion = Field(default="", title="what does it do")

    def settle(self, table: Runewars, chance: Chance) -> Self:
        fighters = battle_of(table).fighters
        return self.copy_with(
            damage=clip_counts(self.damage, {id_: fighter.lacks for id_, fighter in fighters.items()}),
            healed=clip_counts(self.healed, {id_: fighter.damage for id_, fighter in fighters.items()}),
        )

    def bring_about(self, table: Runewars, cause: Cause) -> None:
        """Change the fighters. For `apply`."""
        damage_fighters(table, {id_: -count for id_, count in self.healed.items()})
        damage_fighters(table, self.damage, cause)
        rout_fighters(table, self.routed)
        stand_up(table, self.stood)
        destroy_fighters(table, self.destroyed, cause)
        advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


def clip_counts(said: Mapping[str, int], most: Mapping[str, int | None]) -> dict[str, int]:
    """Counts, reduced to their maximums."""
    limits = {id_: count if most.get(id_) is None else min(count, most[id_] or 0) for id_, count in said.items()}
    return {id_: count for id_, count in limits.items() if count > 0}


class CardEffect(Effect):
    """Uses the effect of a card; a named tactics card leaves the hand."""

    card: TacticsId | None = Field(default=None, title="which tactics card")

    def check(self, table: Runewars) -> Iterator[Refused]:
        seat = battle_of(table).player_of(self.side)
        if self.card and self.side == NEUTRAL:
            yield NO_CARDS_FOR_NEUTRALS()
        elif self.card:
            yield from out_of_time(table, seat, self.card)
            if self.card in table.seat(seat).fresh and self.card not in table.seat(seat).tactics:
                yield LOCKED()

    def apply(self, table: Runewars) -> None:
        self.bring_about(table, "card")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        seat = battle_of(table).player_of(self.side)
        if self.card and self.card in table.seat(seat).held:
            yield TacticsPlayed(seat=seat, card=self.card)
        elif self.card:
            yield TacticsPlayed(seat=seat, other=self.card)
        yield from forced_event_in_battle(table)


class StartOfBattleEffectUsed(CardEffect):
    help_text = (
        "A card or ability used at the start of a battle: the attacker goes first. “On your turn” effects count too."
    )
    sentence = (
        "{side} acted at the start of the battle[: {card}][, {what}][; damage: {damage}][; routed: {routed}]"
        "[; destroyed: {destroyed}][; healed: {healed}][; standing again: {stood}]"
    )
    title = "Use a card or ability at the start"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        battle = battle_of(table)
        if side := next_at_start(battle):
            words = text("{side}: use a card or ability")
            yield Offer(words, {"side": side}, opens_form=True, seats=seats_of_side(battle, side))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_start(table, self.side)


class BattleEffectUsed(CardEffect):
    help_text = "A card or ability that is used later in a battle, when its text says so."
    sentence = (
        "{side} acted in the battle[: {card}][, {what}][; damage: {damage}][; routed: {routed}]"
        "[; destroyed: {destroyed}][; healed: {healed}][; standing again: {stood}]"
    )
    title = "Use a card or ability in the battle"

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.card and TacticsCard.of(table, self.card).timing in AT_THE_START:
            yield START_IS_OVER(side=table.called("owners", self.side))


class SpecialAbilityResolved(Effect):
    """Resolves special icons of the cards; several may be recorded at once."""

    help_text = "The effect of a unit's special ability: the attacker first, once for each special icon."
    sentence = (
        "{side} used {icons|special ability|special abilities}[: {what}][; damage: {damage}][; routed: {routed}]"
        "[; destroyed: {destroyed}][; healed: {healed}][; standing again: {stood}]"
    )
    title = "Use special abilities"
    stages = ("specials",)
    icons: Count | None = Field(default=None, title="special icons (empty: all that are left)")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        if (battle := cls.battle_at_stage(table)) and (side := next_due(battle)):
            yield Offer(
                text("{side}: {icons|special ability|special abilities}", icons=due_of_side(battle, side)),
                {"side": side},
                required=True,
                opens_form=True,
                seats=seats_of_side(battle, side),
            )

    @classmethod
    def reminders(cls, table: Runewars, known: Known) -> Iterator[Text]:
        volley = battle_of(table).volleys.get(known.get("side", ""))
        ability = UnitSheet.of(table, volley.unit).ability if volley else ""
        if volley and ability:
            yield text("{unit}: {ability}", unit=table.called("units", volley.unit), ability=ability)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_due(table, self.side)
        left = due_of_side(battle_of(table), self.side)
        if self.icons is not None and not 0 < self.icons <= left:
            yield NO_SPECIALS_LEFT(left=left, said=self.icons)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        icons = due_of_side(battle_of(table), self.side) if self.icons is None else self.icons
        return super().settle(table, chance).copy_with(icons=icons)

    def apply(self, table: Runewars) -> None:
        battle = battle_of(table)
        battle.owed[self.side] = max(0, battle.owed.get(self.side, 0) - (self.icons or 0))
        self.bring_about(table, "damage")


class StartOfBattlePassed(BattleEvent):
    help_text = "No more effects at the start of the battle: from one side, or from both if you name none."
    sentence = "The start of the battle was over[ for {side}]"
    title = "Use nothing at the start"
    stages = ("opening",)
    layout = Layout(no_choice=("side",))
    side: SideId | None = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The pass of the next side, which most sides choose."""
        battle = battle_of(table)
        if side := next_at_start(battle):
            yield Offer(text("{side}: use nothing"), {"side": side}, required=True, seats=seats_of_side(battle, side))

    @classmethod
    def offers_for_both(cls, table: Runewars) -> Iterator[Offer]:
        """The pass of both sides at once, until one of them has passed."""
        battle = battle_of(table)
        if next_at_start(battle) and not battle.passed:
            seats = frozenset[str]().union(*(seats_of_side(battle, side) for side in battle.sides))
            yield Offer(text("Neither side uses anything"), seats=seats, joint=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.side:
            yield from not_at_start(table, self.side)

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            battle.passed = [*battle.passed, *([self.side] if self.side else battle.sides)]
            advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


def not_at_start(table: Runewars, side: str) -> Iterator[Refused]:
    """The refusals of an effect at the start of the battle: the side is done, or the attacker comes first (X50)."""
    battle = battle_of(table)
    if side in battle.passed or battle.stage != "opening":
        yield START_IS_OVER(side=table.called("owners", side))
    elif side == battle.defender and battle.attacker not in battle.passed:
        yield ATTACKER_FIRST(side=table.called("owners", battle.attacker))


# === Fortifications: the effect of the defender's development before strength is counted (设施; 计算实力)

NO_FORTIFICATION = never(
    "no-fortification", "{defender} has no defensive development in {area}.", rule=sections.DEVELOPMENTS
)
WHOLE = 1
"""Exactly one unit."""


def standing_attackers(table: Runewars) -> list[str]:
    battle = battle_of(table)
    return list(standing_fighters(battle, battle.attacker))


def unit_of(table: Runewars, fighter: str) -> str:
    here = battle_of(table).fighters.get(fighter)
    return here.unit if here else ""


def way_out(table: Runewars, fighter: str) -> list[str]:
    """The areas to which a single attacker may retreat."""
    battle = battle_of(table)
    return retreat_areas(table, battle.attacker, battle.area, [unit_of(table, fighter)])


class Fortification(BattleEvent):
    """The base of effects of the defender's development in the contested area."""

    stages = ("fortification",)
    development: Annotated[str, Choice("developments"), Settled()] = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        battle = battle_of(table)
        if battle.area and not fortification_of(table):
            defender, area = table.called("owners", battle.defender), table.called("areas", battle.area)
            yield NO_FORTIFICATION(defender=defender, area=area)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(development=fortification_of(table))

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


class FortificationUsed(Fortification):
    help_text = "The defender uses a defensive development. Tomb and spawn are used up; walls and wards stay."
    sentence = "{development} was used"
    title = "Use the fortification"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        if cls.battle_at_stage(table):
            name = table.called("developments", fortification_of(table))
            yield Offer(text("Use {development}", development=name), required=True)

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            battle.report.fortification = self.development
            if self.development in (TOMB, SPAWN):
                table.area(battle.area).development = None
            come_to(table, FORTIFICATIONS.get(self.development, "tally"))
            advance_battle(table)


class FortificationDeclined(Fortification):
    help_text = "The defender chooses not to use the defensive development."
    sentence = "{development} was not used"
    title = "Do without the fortification"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        if cls.battle_at_stage(table):
            name = table.called("developments", fortification_of(table))
            yield Offer(text("Do without {development}", development=name))

    def apply(self, table: Runewars) -> None:
        if table.battle:
            come_to(table, "tally")
            advance_battle(table)


class UnitWardedOff(BattleEvent):
    """Wards off a unit. The defender chooses it, its owner the area (G-55); by a ruling the owner chooses both."""

    help_text = "Protective Wards: one standing attacker has to retreat and does not count for strength."
    sentence = "{fighter} was warded off[ and retreated to {to}]"
    title = "Ward off a unit"
    stages = ("wards",)
    fighter: Annotated[str, Choice("fighters", standing_attackers), Field(title="which unit retreats")]
    to: Annotated[Line, Choice("areas", way_out, free=True, given=("fighter",))] | None = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The choice by the defender, or by the owner of the unit, as some tables rule (G-55)."""
        if (battle := cls.battle_at_stage(table)) and (standing := standing_attackers(table)):
            chooses = battle.attacker if table.ruled("wards-owner-chooses") else battle.player_of(battle.defender)
            ways = way_out(table, standing[0])
            yield Offer(
                text("{side} chooses which unit is warded off", side=table.called("owners", chooses)),
                {"fighter": standing[0], **({"to": ways[0]} if ways else {})},
                required=True,
                opens_form=True,
                seats=seats_of_side(battle, chooses),
            )

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.battle:
            unit = {unit_of(table, self.fighter): WHOLE}
            yield from why_no_retreat(table, table.battle.attacker, self.to, unit)

    def apply(self, table: Runewars) -> None:
        if table.battle:
            retreat_units(table, table.battle.attacker, [self.fighter], self.to)
            come_to(table, "tally")
            advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)
