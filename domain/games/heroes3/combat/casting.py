"""The spells of an AI hero: the target of each by the rules, and when it waits or is put back (施放复杂法术, p51)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.decks import cards_without
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Some
from domain.games.heroes3.combat.acting import activate, fighter, to_act
from domain.games.heroes3.combat.ai import AI_TARGET, ai_deck_of
from domain.games.heroes3.combat.aiming import ai_targets, is_tier_known, tiers_unknown
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import are_beside, combat_of, defense_of, foes_of
from domain.games.heroes3.combat.striking import DamageDealt, DamageHealed
from domain.games.heroes3.state.combat import MOST_TOKEN, NEUTRAL, Combat, Fighter
from domain.games.heroes3.state.kinds import TIERS, TOWER, Aim, DeckCard, Small
from domain.games.heroes3.state.table import Heroes3

SPELL_WAITS = refusal("ai-spell-waits", "{card} is cast in combat round {round}.", rule=sections.AI)
TIERS_FIRST = refusal(
    "tiers-first", "Say first which tiers these are, for the spell goes by them: {units}.", rule=sections.AI
)
SAY_AMOUNT = never(
    "say-spell-amount", "Say how much damage, healing or weakness {card} brings.", rule=sections.AI, asks=True
)
SAY_WHOM = refusal("say-spell-target", "Say on whom {card} is cast.", rule=sections.AI, asks=True)
COUNTED: tuple[Aim, ...] = ("a group", "healing", "weakness")
"""The spells whose effect is a number on the card."""
GROUP = (1, 2)
"""The numbers of adjacent units of the same side at which a spell for a group can target a unit."""
FROM_SPELL = "AI spell"


def rank(table: Heroes3, one: Fighter) -> int | None:
    """The rank of a unit's tier; units of creature banks have none and come last. None if unknown."""
    if not is_tier_known(table, one):
        return None
    return TIERS.index(one.tier) if one.tier else -1


def best(fighters: Mapping[str, Fighter], *orders: Mapping[str, Any]) -> list[str]:
    """The best units by several orders, applied in turn; several units if they are equal, or one is unknown."""
    found = [*fighters]
    for order in orders:
        if len(found) > 1 and any(order[id_] is None for id_ in found):
            return found
        top = max((order[id_] for id_ in found), default=None)
        found = [id_ for id_ in found if order[id_] == top]
    return found


def units_in_best_group(table: Heroes3, unit: str) -> list[str]:
    """The units with one or two allies next to them: the best group by tiers, then by fewest hit points.

    If there are none, all units without an AI unit next to them.
    """
    combat = combat_of(table)
    foes = {id_: foe for id_, foe in foes_of(combat, unit).items() if foe.unit != TOWER}
    groups = {
        id_: [foe, *(other for near, other in foes.items() if near != id_ and are_beside(foe, other))]
        for id_, foe in foes.items()
    }
    beside = {id_: foes[id_] for id_, group in groups.items() if len(group) - 1 in GROUP}
    if beside:
        return best(
            beside,
            {id_: ranks_of(table, groups[id_]) for id_ in beside},
            {id_: most_hurt(groups[id_]) for id_ in beside},
        )
    own = [one for one in combat.fighters.values() if one.side == NEUTRAL and one.unit != TOWER]
    return [id_ for id_, foe in foes.items() if not any(are_beside(foe, one) for one in own)]


def ranks_of(table: Heroes3, group: Sequence[Fighter]) -> list[int] | None:
    """The ranks of the tiers of a group, the highest first; None if one is unknown."""
    ranks = [found for one in group if (found := rank(table, one)) is not None]
    return sorted(ranks, reverse=True) if len(ranks) == len(group) else None


def most_hurt(group: Sequence[Fighter]) -> int | None:
    """The hit points that a group has left, negated, so that the most hurt group is the greatest. None if unknown."""
    left = [one.damage - one.hp for one in group if one.hp is not None]
    return sum(left) if len(left) == len(group) else None


def on_own(table: Heroes3) -> dict[str, Fighter]:
    found = combat_of(table).fighters.items()
    return {id_: one for id_, one in found if one.side == NEUTRAL and one.unit != TOWER}


def on_the_toughest(table: Heroes3) -> list[str]:
    """The unit with the highest defense that has no defense token; among equal ones by tier, then by damage."""
    free = {id_: one for id_, one in on_own(table).items() if not one.shield}
    orders = (
        {id_: defense_of(one) for id_, one in free.items()}, {id_: rank(table, one) for id_, one in free.items()},
        {id_: one.damage for id_, one in free.items()},
    )  # fmt: skip
    return best(free, *orders)


def on_the_hurt(table: Heroes3) -> list[str]:
    """The most hurt unit among the hurt ones of the highest tier."""
    hurt = {id_: one for id_, one in on_own(table).items() if one.damage}
    return best(
        hurt, {id_: rank(table, one) for id_, one in hurt.items()}, {id_: one.damage for id_, one in hurt.items()}
    )


def on_who_strikes_back(table: Heroes3, unit: str) -> list[str]:
    """The target that the unit is about to attack, if that one would retaliate."""
    combat = combat_of(table)
    one = combat.fighters.get(unit) or Fighter()
    foes = {id_: combat.fighters[id_] for id_ in ai_targets(table, unit)}
    return [
        id_
        for id_, foe in foes.items()
        if (foe.strikes_back or not foe.retaliated) and (one.type != "ranged" or are_beside(one, foe))
    ]


def spell_targets(table: Heroes3, unit: str, card: str) -> list[str]:
    """The targets that the rule of an AI spell allows; the player chooses among several."""
    match DeckCard.of(table, card).aim:
        case "a group":
            return units_in_best_group(table, unit)
        case "defense":
            return on_the_toughest(table)
        case "healing":
            return on_the_hurt(table)
        case "weakness":
            return on_who_strikes_back(table, unit)
        case "boost":
            return [unit]
    return list(combat_of(table).fighters)


def is_late(table: Heroes3, unit: str) -> bool:
    """Whether more than half of the units of the same or a higher tier have been activated in this round."""
    fighters = combat_of(table).fighters
    ranks = {id_: rank(table, one) for id_, one in fighters.items()}
    tier = ranks.get(unit)
    if tier is None:
        return False
    counted = [one for id_, one in fighters.items() if (its := ranks[id_]) is not None and its >= tier and id_ != unit]
    return sum(one.activated for one in counted) * 2 > len(counted) + 1


def discard_spell(table: Heroes3, combat: Combat, card: str) -> None:
    """Discard a spell of the AI spell deck. If all are discarded, they were shuffled before (p50). For `apply`."""
    deck = ai_deck_of(table)
    if deck and card in deck.spells:
        if not cards_without(deck.spells, combat.ai_spells, list(combat.ai_delayed)):
            combat.ai_spells = []
        combat.ai_spells.append(card)


class AiSpellCast(CombatEvent):
    """Casts an AI spell. One without a target is put back with its AI card; a boost that comes late waits a round."""

    title = "Cast an AI spell"
    help_text = "The next spell of the AI; whom it is cast on, the rules say. Of equal targets the player chooses."
    sentence = (
        "{unit} cast {card}[ on {target}][: {amount}][{skipped|, which has no target: put back}]"
        "[, set aside until combat round {waits}][; {effect}]"
    )
    question = "{unit} casts the next AI spell[: {card}]"
    stages = ("round",)
    layout = Layout(usual=("card", "target", "amount"))
    unit: Annotated[str, Choice("fighters")]
    card: Annotated[Line, Choice("cards", free=True)]
    aim: Annotated[Aim | None, Printed(DeckCard, by="card"), Field(title="whom it is cast on")] = None
    target: Annotated[str, Choice("fighters", spell_targets, given=("unit", "card"))] | None = None
    amount: Annotated[Some | None, Field(title="damage, healing or weakness")] = None
    effect: Remark = ""
    skipped: Annotated[bool, Settled()] = False
    waits: Annotated[Small, Settled()] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        for _, unit in to_act(table) if combat.ai_delayed else ():
            if combat.fighters[unit].side == NEUTRAL:
                for card in [card for card, until in combat.ai_delayed.items() if until <= combat.round]:
                    name = table.called("cards", card)
                    words = text(
                        "{unit} casts {card}, set aside before", unit=table.called("fighters", unit), card=name
                    )
                    yield Offer(words, {"unit": unit, "card": card}, required=True, reminder=words)

    @classmethod
    def needed(cls, table: Heroes3, known: Mapping[str, Any]) -> Iterator[str]:
        """The target, if the rule leaves several to the player."""
        if known.get("card") and len(spell_targets(table, str(known.get("unit")), str(known["card"]))) > 1:
            yield "target"
        if DeckCard.of(table, str(known.get("card"))).aim in COUNTED and known.get("amount") is None:
            yield "amount"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        until = combat_of(table).ai_delayed.get(self.card, 0)
        if until > combat_of(table).round:
            yield SPELL_WAITS(card=table.called("cards", self.card), round=until)
        if self.aim == "boost" and (unknown := tiers_unknown(table)):
            yield TIERS_FIRST(units=tuple(table.called("fighters", id_) for id_ in unknown))
        found = spell_targets(table, self.unit, self.card)
        if self.aim and len(found) > 1 and not self.target:
            yield AI_TARGET(units=tuple(table.called("fighters", id_) for id_ in found))
        if self.aim in COUNTED and found and not self.amount:
            yield SAY_AMOUNT(card=table.called("cards", self.card))
        if not self.aim and self.amount and not self.target:
            yield SAY_WHOM(card=table.called("cards", self.card))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        combat, aim = combat_of(table), self.aim or DeckCard.of(table, self.card).aim
        found: Sequence[str] = spell_targets(table, self.unit, self.card) if aim else ()
        late = aim == "boost" and self.card not in combat.ai_delayed and is_late(table, self.unit)
        target = self.target or (found[0] if len(found) == 1 and not late else None)
        skipped = bool(aim) and not found
        amount = min(self.amount, MOST_TOKEN) if self.amount and aim == "weakness" else self.amount
        waits = combat.round + 1 if late else 0
        return self.copy_with(aim=aim, target=target, amount=amount, skipped=skipped, waits=waits)

    def apply(self, table: Heroes3) -> None:
        combat, target = table.combat, fighter(table, self.target or "")
        activate(table, self.unit)
        if combat is None:
            return
        if self.waits:
            combat.ai_delayed[self.card] = self.waits
        elif self.card in combat.ai_delayed:
            combat.ai_delayed.pop(self.card)
            if one := fighter(table, self.unit):
                one.drew = True
        if not (self.skipped or self.waits):
            discard_spell(table, combat, self.card)
        if self.skipped:
            combat.ai_discard = combat.ai_discard[:-1]
        elif target and self.aim == "defense":
            target.shield = True
        elif target and self.aim == "weakness":
            target.weakness = self.amount or 0

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        one = fighter(table, self.target or "")
        if one and self.amount and self.aim == "healing":
            yield DamageHealed(target=self.target or "", amount=self.amount)
        elif one and self.amount and self.aim in ("a group", None):
            yield DamageDealt(target=self.target or "", damage=self.amount, source=FROM_SPELL)
