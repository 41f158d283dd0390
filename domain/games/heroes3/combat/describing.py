"""The numbers on units' cards: typed once if no pack has them, and known from then on (3.11)."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.offer import Offer
from domain.framework.text import text
from domain.games.heroes3.combat.acting import fighter, to_act
from domain.games.heroes3.combat.aiming import tiers_undecided, tiers_unknown
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import STAT_NAMES, combat_of, hit_by
from domain.games.heroes3.combat.placing import NAMELESS
from domain.games.heroes3.combat.striking import DamageDealt
from domain.games.heroes3.state.combat import SQUARE_BOARDS
from domain.games.heroes3.state.kinds import TOWER, Small, UnitCard, UnitType
from domain.games.heroes3.state.table import Heroes3

TierSaid = Literal["bronze", "silver", "golden", "azure", "no tier"]
"""A tier as players type it; the units of creature banks have none (p67)."""


class UnitDescribed(CombatEvent):
    """Enters unknown numbers of a unit's card, for this side of the card. They are known from then on."""

    title = "Say what is on a unit's card"
    help_text = "Attack, defense, hit points and initiative of the side that is up; type and tier."
    sentence = (
        "{unit}[: attack {attack}][, defense {defense}][, hit points {hp}][, initiative {initiative}]"
        "[, {type}][, {tier}]"
    )
    log = LogRole(bookkeeping=True)
    layout = Layout(usual=("attack", "defense", "hp", "initiative", "type", "tier"))
    unit: Annotated[str, Choice("fighters")]
    attack: Small | None = None
    defense: Small | None = None
    hp: Annotated[Annotated[int, Field(ge=1, le=99)] | None, Field(title="hit points")] = None
    initiative: Small | None = None
    type: UnitType | None = None
    tier: TierSaid | None = None

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if combat_of(table).stage not in ("setup", "round", "round end"):
            return
        tiers = tiers_unknown(table)
        unknown = {
            (one.unit, one.face, id_ if one.unit in NAMELESS else ""): id_
            for id_, one in reversed(combat_of(table).fighters.items())
            if None in (one.attack, one.defense, one.hp, one.initiative) or id_ in tiers
        }
        asked = list(reversed(unknown.values()))
        first = next((id_ for id_ in asked if is_wanted(table, id_)), "")
        for id_ in sorted(asked, key=lambda id_: id_ != first):
            words = text("What is on the card of {unit}?", unit=table.called("fighters", id_))
            needs = ("hp",) if is_hurt_unknown(table, id_) else ()
            if id_ == first and combat_of(table).fighters[id_].initiative is None:
                needs = (*needs, "initiative")
            yield Offer(words, {"unit": id_}, required=id_ == first, opens_form=True, also_required=needs)

    def apply(self, table: Heroes3) -> None:
        one = fighter(table, self.unit)
        if one is None:
            return
        before = "pack_" if one.face == "pack" else ""
        told = {name: value for name in STAT_NAMES if (value := getattr(self, name)) is not None}
        alike = [one] if one.unit in NAMELESS else combat_of(table).fighters.values()
        for other in [other for other in alike if (other.unit, other.face) == (one.unit, one.face)]:
            for name, value in told.items():
                setattr(other, name, value)
            other.type = self.type or other.type
        tier = None if self.tier == "no tier" else self.tier
        for other in [one] if one.unit in NAMELESS else combat_of(table).fighters.values():
            if self.tier and other.unit == one.unit:
                other.tier = tier
        if one.unit not in NAMELESS:
            kept: dict[str, Any] = {before + name: value for name, value in told.items()}
            kept |= {"type": self.type} if self.type else {}
            table.keep_typed(UnitCard.kind_name, one.unit, kept | ({"tier": tier} if self.tier else {}))

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        """The damage of units that turns out to be too much when their hit points become known."""
        for id_, one in combat_of(table).fighters.items():
            hit = hit_by(table, one, 0)
            if one.damage and (hit.falls or hit.flips or hit.stack != one.stack):
                yield DamageDealt(target=id_)


def is_hurt_unknown(table: Heroes3, id_: str) -> bool:
    """Whether a unit with damage has unknown hit points, so that it is unknown whether it falls."""
    one = combat_of(table).fighters[id_]
    return bool(one.damage) and one.hp is None


def is_wanted(table: Heroes3, id_: str) -> bool:
    """Whether the combat needs the numbers of a card now: those of a unit that acts, or of an undecided target.

    Without a board too, the order of the units rests on their initiative, and none that is unknown comes last for it.
    """
    combat = combat_of(table)
    one = combat.fighters[id_]
    if is_hurt_unknown(table, id_) or any(id_ in tiers_undecided(table, unit) for _, unit in to_act(table)):
        return True
    if combat.round > 1:
        return False
    if combat.board not in SQUARE_BOARDS:
        return one.initiative is None and one.unit != TOWER and not combat.strike
    return id_ in (unit for _, unit in to_act(table)) or (one.unit != TOWER and one.initiative is None)
