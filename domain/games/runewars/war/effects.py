"""What cards and abilities do in a battle beyond its icons: typed in by hand, for no card text stands here."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Some, TacticsId
from domain.games.runewars.realm.cards import LOCKED, TacticsPlayed
from domain.games.runewars.realm.timing import out_of_time
from domain.games.runewars.state.kinds import TacticsCard
from domain.games.runewars.state.land import NEUTRAL
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Cause
from domain.games.runewars.war.armies import battle_of, destroy, hurt, rout, stand_up
from domain.games.runewars.war.base import MOST_FIGHTERS, BattleEvent, FighterId, SideId
from domain.games.runewars.war.course import advance, due
from domain.games.runewars.war.rounds import not_due, onward
from domain.language.chance import Chance
from domain.language.event import Count, Event, Occasion
from domain.language.refusal import Refused, never, refusal

START_IS_OVER = refusal("start-is-over", "The start of the battle is over for {side}.", rule=sections.BATTLES)
ATTACKER_FIRST = refusal("attacker-first", "First the attacker: {side}.", rule=sections.BATTLES)
NO_CARDS_FOR_NEUTRALS = refusal(
    "no-cards-for-neutrals",
    "Whoever plays unallied neutral units cannot use tactics cards for them.",
    rule=sections.BATTLES,
    areas=("cards",),
)
NO_SPECIALS_LEFT = never(
    "no-specials-left", "{left|special icon is|special icons are} left, not {said}.", rule=sections.FATE_CARDS
)
AT_THE_START = ("your turn", "start of battle")
"""When cards are used that are of no use later in a battle."""
FightersHit = Annotated[tuple[FighterId, ...], Field(max_length=MOST_FIGHTERS)]


class Effect(BattleEvent):
    """Damage and healing are settled to what they change."""

    likely = ("damage", "routed", "destroyed")
    side: SideId
    damage: Mapping[FighterId, Some] = Field(default_factory=dict)
    routed: FightersHit = ()
    destroyed: FightersHit = ()
    healed: Mapping[FighterId, Some] = Field(default_factory=dict)
    stood: FightersHit = Field(default=(), title="stand up")
    what: Occasion = Field(default="", title="what it does")

    def settle(self, table: Runewars, chance: Chance) -> Self:
        fighters = battle_of(table).fighters
        return self.but(
            damage=clipped(self.damage, {id_: fighter.lacks for id_, fighter in fighters.items()}),
            healed=clipped(self.healed, {id_: fighter.damage for id_, fighter in fighters.items()}),
        )

    def bring_about(self, table: Runewars, cause: Cause) -> None:
        """What it does to the fighters; for `apply`."""
        hurt(table, {id_: -count for id_, count in self.healed.items()})
        hurt(table, self.damage, cause)
        rout(table, self.routed)
        stand_up(table, self.stood)
        destroy(table, self.destroyed, cause)
        advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


def clipped(said: Mapping[str, int], most: Mapping[str, int | None]) -> dict[str, int]:
    """Counts that are no more than there may be."""
    limits = {id_: count if most.get(id_) is None else min(count, most[id_] or 0) for id_, count in said.items()}
    return {id_: count for id_, count in limits.items() if count > 0}


class CardEffect(Effect):
    """A tactics card that is named leaves the hand."""

    card: TacticsId | None = Field(default=None, title="tactics card")

    def check_first(self, table: Runewars) -> Iterator[Refused]:
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
        yield from onward(table)


class StartOfBattleEffectUsed(CardEffect):
    help_text = "A card or ability at the start of a battle: the attacker's first, those of one's own turn as well."
    says = (
        "{side} at the start of the battle[: {card}][, {what}][; damage: {damage}][; routed: {routed}]"
        "[; destroyed: {destroyed}][; healed: {healed}][; standing again: {stood}]"
    )
    title = "Used at the start of the battle"

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_start(table, self.side)


class BattleEffectUsed(CardEffect):
    help_text = "A card or ability whose text names a moment later in a battle."
    says = (
        "{side} in the battle[: {card}][, {what}][; damage: {damage}][; routed: {routed}]"
        "[; destroyed: {destroyed}][; healed: {healed}][; standing again: {stood}]"
    )
    title = "Used in the battle"

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.card and TacticsCard.of(table, self.card).timing in AT_THE_START:
            yield START_IS_OVER(side=table.called("owners", self.side))


class SpecialAbilityResolved(Effect):
    """As often as the cards show special icons; several may be told at once."""

    help_text = "What the special ability of a unit does; the attacker's first, once for each special icon."
    says = (
        "{side} resolves {icons|special ability|special abilities}[: {what}][; damage: {damage}][; routed: {routed}]"
        "[; destroyed: {destroyed}][; healed: {healed}][; standing again: {stood}]"
    )
    title = "Special abilities"
    stages = ("specials",)
    icons: Count | None = Field(default=None, title="special icons; empty: all that are left")

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_due(table, self.side)
        left = due(battle_of(table), self.side)
        if self.icons is not None and not 0 < self.icons <= left:
            yield NO_SPECIALS_LEFT(left=left, said=self.icons)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        icons = due(battle_of(table), self.side) if self.icons is None else self.icons
        return super().settle(table, chance).but(icons=icons)

    def apply(self, table: Runewars) -> None:
        battle = battle_of(table)
        battle.owed[self.side] = max(0, battle.owed.get(self.side, 0) - (self.icons or 0))
        self.bring_about(table, "damage")


class StartOfBattlePassed(BattleEvent):
    help_text = "Nothing more is used at the start of the battle: by one side, or by both where none is named."
    says = "Nothing more at the start of the battle[ by {side}]"
    title = "Nothing at the start"
    stages = ("opening",)
    side: SideId | None = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.side:
            yield from not_at_start(table, self.side)

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            battle.passed = [*battle.passed, *([self.side] if self.side else battle.sides)]
            advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


def not_at_start(table: Runewars, side: str) -> Iterator[Refused]:
    """Why a side may use nothing at the start of the battle: it is over for it, or the attacker's comes first (X50)."""
    battle = battle_of(table)
    if side in battle.passed or battle.stage != "opening":
        yield START_IS_OVER(side=table.called("owners", side))
    elif side == battle.defender and battle.attacker not in battle.passed:
        yield ATTACKER_FIRST(side=table.called("owners", battle.attacker))


EVENTS = (StartOfBattleEffectUsed, StartOfBattlePassed, SpecialAbilityResolved, BattleEffectUsed)
