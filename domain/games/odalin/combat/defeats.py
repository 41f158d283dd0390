"""Defeats of villains: second lives, power, runes, bursts, and the end of a combat (击败敌人)."""

from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.kernel import ContentCorrected
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import EnemyId, HeroId, OdalinEvent, StandingHero, VillainId, hero_of
from domain.games.odalin.combat.balance import BalanceEventRolled, moved_by_defeat
from domain.games.odalin.combat.power import PowerSpent, offer_power, withdraw_power
from domain.games.odalin.heroes.dials import CorruptionGained, SoulGained, attack_goes_on, drop_auras, half_of_most
from domain.games.odalin.state.hero import MOST_TAINTS, Villain
from domain.games.odalin.state.kinds import Side, Strength
from domain.games.odalin.state.periods import FIGHT
from domain.games.odalin.state.table import MOST_POWER, Burst, Odalin

BURST_UNKNOWN = never(
    "burst-unknown", "Say the side and the strength of {villain}: they are on its card, and typed in once.",
    rule=sections.HERO_TURN, asks=True,
)  # fmt: skip
NO_SECOND_LIFE = refusal("second-life-used", "This elite's second life is already used.", rule=sections.ELITES)
NOT_ELITE = refusal("not-elite", "Only an elite has a second life.", rule=sections.ELITES)
SECOND_LIFE_LEFT = refusal(
    "second-life-left", "{villain} is an elite: the first time, it rises again with all its hit points.",
    rule=sections.ELITES,
)  # fmt: skip
STILL_STANDS = refusal("still-stands", "{villain} still has hit points.", rule=sections.ELITES)
NO_FIGHT = never("no-fight", "There is no combat to end.", rule=sections.VILLAIN_TURN)
VILLAINS_LEFT = refusal("villains-left", "An enemy is still alive.", rule=sections.VILLAIN_TURN)
FED_ALREADY = refusal("fed-already", "{villain} has already fed its rune.", rule=sections.TERRAIN)
RUNE_POINTS = 2
"""The soul or corruption that a ritual rune gives for a villain that dies on it."""


class DefeatEvent(OdalinEvent):
    heading = "Defeating villains"


def fallen_villains(table: Odalin) -> Iterator[Event[Odalin]]:
    """The fall of the next villain at 0 hit points, in the order struck, once decisions about the last one are made."""
    asked = table.agenda.of(PowerSpent, OppositeAttackTold, BalanceEventRolled)
    if attack_goes_on(table) or any(due.must for due in asked):
        return
    in_order = dict.fromkeys((*table.struck, *table.villains))
    for id_, villain in ((id_, table.villains.get(id_)) for id_ in in_order):
        if villain and villain.hp == 0:
            yield _fall_of(table, id_, villain)
            return


def _fall_of(table: Odalin, id_: str, villain: Villain) -> Event[Odalin]:
    if villain.lord_of:
        return DemonLordSubdued(villain=id_, hero=villain.lord_of)
    if has_second_life(table, villain):
        return SecondLifeUsed(villain=id_)
    return VillainDefeated(villain=id_)


def is_elite(table: Odalin, villain: Villain) -> bool:
    """Whether it has a second life and, in Hell, extra turns; a boss with an elite card only by ruling (Q52)."""
    return villain.elite or (villain.boss and bool(villain.elite_card) and table.ruled("boss-is-elite"))


def has_second_life(table: Odalin, villain: Villain) -> bool:
    """Whether it rises again the next time it falls (第二条命)."""
    return is_elite(table, villain) and not villain.second_life


def ended_combat(table: Odalin) -> Iterator[Event[Odalin]]:
    """The end of a combat, as soon as no villain is left."""
    if table.fighting and not table.villains and not attack_goes_on(table):
        yield CombatEnded()


def villain_gone(table: Odalin, villain: str) -> None:
    """Remove a villain and its initiative; if it is at turn, that turn still ends. For `apply`."""
    at_turn = table.at_turn == villain
    table.villains.pop(villain, None)
    table.track = [card for card in table.track if card != villain]
    table.waiting = [*([villain] if at_turn else []), *(card for card in table.waiting if card != villain)]
    if table.assault and table.assault.villain == villain:
        table.assault = None
        table.agenda.drop(lambda due: due.event in ("defense-rolled", "blow-taken"))
    table.agenda.drop(lambda due: due.event == "aura-struck-back" and due.has_fields(villain=villain))
    table.agenda.drop(lambda due: due.has_fields(target=villain))


class VillainDefeated(DefeatEvent):
    title = "A villain is defeated"
    help_text = "A villain falls: power rises, and at the end of the turn what it was breaks out around it."
    sentence = "{villain} was defeated[ by {by}][: power rose by {power}]"
    log = LogRole(memorable=True)
    villain: EnemyId
    by: Annotated[HeroId | None, Settled()] = None
    side: Annotated[Side, Settled()] = "chaos"
    strength: Annotated[Count, Settled()] = 0
    power: Annotated[Count | None, Settled(), MovesNumber("power", areas=("power",))] = None
    rises: Annotated[bool, Settled()] = False
    asks_side: Annotated[bool, Settled()] = False
    name: Annotated[str, Choice("villains"), Settled()] = ""
    boss: Annotated[bool, Settled()] = False
    rare: Annotated[bool, Settled()] = False
    unsaid: Annotated[bool, Settled(), Field(title="side or strength unknown")] = False

    def check(self, table: Odalin) -> Iterator[Refused]:
        if has_second_life(table, table.villains[self.villain]):
            yield SECOND_LIFE_LEFT(villain=table.called("combatants", self.villain))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        here = table.villains.get(self.villain) or Villain()
        rises = table.system == "power track" and table.tracks("power")
        opposite = was_opposite(here)
        gained = min(1 + bool(opposite), MOST_POWER - table.power) if rises else 0
        unsaid = rises and opposite is None and table.power + 1 < MOST_POWER
        return self.copy_with(
            by=here.hurt_by or None, side=here.side, strength=here.strength, name=here.name, boss=here.boss,
            rare=here.rare, power=gained or None, rises=rises, asks_side=unsaid, unsaid=here.unsaid,
        )  # fmt: skip

    def apply(self, table: Odalin) -> None:
        here = table.villains.get(self.villain) or Villain(name=self.name, side=self.side, strength=self.strength)
        table.bursts[self.villain] = Burst(
            side=self.side, strength=self.strength, unsaid=self.unsaid, killer=self.by or ""
        )
        villain_gone(table, self.villain)
        table.fallen[self.villain] = here
        table.defeated[self.name] = table.defeated.get(self.name, 0) + 1
        if self.boss:
            table.boss_beaten = self.name
        if self.boss and self.name not in table.bosses:
            table.bosses = [*table.bosses, self.name]
        if self.rare and self.name not in table.rares:
            table.rares = [*table.rares, self.name]
        if (self.boss or self.rare) and table.tracks("equipment"):
            table.agenda.put("legendary-gained", must=False, villain=self.name)
        table.power += self.power or 0
        if self.asks_side:
            withdraw_power(table)
            table.agenda.put(OppositeAttackTold, villain=self.villain)
        elif self.rises and (self.power or not table.ruled("full-power-waits")):
            offer_power(table)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if has_balance(table) and not self.unsaid:
            yield from moved_by_defeat(self.side, self.strength)


def has_balance(table: Odalin) -> bool:
    """Whether defeats move the Balance Track."""
    return table.system == "balance track" and table.tracks("power")


def was_opposite(villain: Villain) -> bool | None:
    """Whether a villain was hurt last by an attack of the other side, at least as strong; None if unknown."""
    if not villain.hurt_in_attack:
        return False
    if villain.unsaid:
        return None
    if villain.hurt_side == villain.side:
        return False
    return villain.hurt_strength >= villain.strength if villain.hurt_side else None


def asked_about(table: Odalin) -> list[str]:
    """The defeated villains with an open question about the attack that killed them."""
    return [str(due.fields["villain"]) for due in table.agenda.of(OppositeAttackTold)]


class OppositeAttackTold(DefeatEvent):
    title = "Say what killed it"
    help_text = "An attack of the opposite side that is as strong as the villain raises power by one more."
    sentence = "{villain} fell to an attack[ {stronger|of the opposite side, at least as strong}]"
    question = "Was {villain} killed by an attack of the opposite side, at least as strong?"
    layout = Layout(keypad="stronger")
    tracked = ("power",)
    villain: Annotated[str, Choice("combatants", asked_about)]
    stronger: Annotated[bool, Field(title="by the opposite side, at least as strong")]
    power: Annotated[Count | None, Settled(), MovesNumber("power")] = None

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(power=min(int(self.stronger), MOST_POWER - table.power) or None)

    def apply(self, table: Odalin) -> None:
        table.power += self.power or 0
        offer_power(table)


class SecondLifeUsed(DefeatEvent):
    title = "Use the second life"
    help_text = "An elite falls for the first time: it is back at full hit points, and fights on."
    sentence = "{villain} rose again: its second life"
    villain: VillainId

    def check(self, table: Odalin) -> Iterator[Refused]:
        here = table.villains[self.villain]
        if here.second_life:
            yield NO_SECOND_LIFE()
        elif not is_elite(table, here):
            yield NOT_ELITE()
        if here.hp:
            yield STILL_STANDS(villain=table.called("combatants", self.villain))

    def apply(self, table: Odalin) -> None:
        if villain := table.villains.get(self.villain):
            villain.hp, villain.second_life = villain.most, True


class DemonLordSubdued(DefeatEvent):
    title = "Subdue a Demon Lord"
    help_text = "A Demon Lord that took over is beaten: its hero is down with two tainted points, for First Aid."
    sentence = "{villain} was subdued, and {hero} was free again"
    villain: VillainId
    hero: HeroId
    hp: Annotated[Count | None, Settled()] = 0

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(
            hp=half_of_most(hero_of(table, self.hero)) if table.ruled("subdued-returns-at-half") else 0
        )

    def apply(self, table: Odalin) -> None:
        villain_gone(table, self.villain)
        hero = hero_of(table, self.hero)
        hero.status = "defeated" if self.hp == 0 else "active"
        hero.hp, hero.soul, hero.corruption, hero.tainted, hero.tainted_spent = self.hp, 0, 0, MOST_TAINTS - 1, 0
        hero.conditions, hero.effects = {}, []


class VillainRevived(DefeatEvent):
    title = "A villain comes back"
    help_text = "A villain that fell in this combat is back with all its hit points."
    sentence = "{villain} came back"
    villain: Annotated[str, Choice("combatants", lambda table: table.fallen)]

    def apply(self, table: Odalin) -> None:
        villain = table.fallen.pop(self.villain, None) or Villain(name=self.villain.rpartition(" ")[0])
        villain.hp, villain.conditions = villain.most, {}
        table.bursts.pop(self.villain, None)
        put_on_board(table, self.villain, villain)


def put_on_board(table: Odalin, id_: str, villain: Villain) -> None:
    """Put a villain on the board, at the end of the initiative but before Demon Lords; for `apply`."""
    table.villains[id_] = villain
    table.fighting = True
    if table.track:
        cards = [id_] * (1 + villain.boss)
        table.track = ahead_of_lords(table, table.track, cards)
        table.waiting = ahead_of_lords(table, table.waiting, cards)


def ahead_of_lords(table: Odalin, queue: list[str], cards: list[str]) -> list[str]:
    """A queue with cards added at its end, but before the Demon Lords there (失控)."""
    lords = [id_ for id_, villain in table.villains.items() if villain.lord_of]
    at = next((n for n in range(len(queue), 0, -1) if queue[n - 1] not in lords), 0)
    return [*queue[:at], *cards, *queue[at:]]


# === Bursts where a villain died, and the end of a combat ========================================


class BurstResolved(DefeatEvent):
    title = "Resolve a burst"
    help_text = "At the end of the turn heroes within one square of where a villain died gain soul or corruption."
    sentence = "{villain} burst[ over {heroes}]"
    question = "End of the turn: who is now within 1 of the square where {villain} died?"
    layout = Layout(usual=("heroes",), no_choice=("side", "amount"))
    former_fields = ("soul", "strength")
    villain: Annotated[str, Choice("combatants", lambda table: table.bursts)]
    heroes: Annotated[tuple[StandingHero, ...], Field(max_length=4, title="combatants there")] = ()
    side: Annotated[Side | None, Field(title="order or chaos, from its card")] = None
    amount: Annotated[Strength | None, Field(title="strength, from its card")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for villain, burst in table.bursts.items():
            needs = ("side", "amount") if burst.unsaid else ()
            words = text(
                "End of the turn: who is now within 1 of the square where {villain} died?",
                villain=table.called("combatants", villain),
            )
            yield Offer(
                words, {"villain": villain}, reminder=words, opens_form=True, keypad="heroes", also_required=needs
            )

    def check(self, table: Odalin) -> Iterator[Refused]:
        counts = self.heroes or has_balance(table)
        if table.bursts[self.villain].unsaid and counts and None in (self.side, self.amount):
            yield BURST_UNKNOWN(villain=table.called("combatants", self.villain))

    def plan(self, table: Odalin) -> Burst:
        return table.bursts.get(self.villain) or Burst()

    def apply(self, table: Odalin) -> None:
        table.bursts.pop(self.villain, None)

    def follow_plan(self, table: Odalin, plan: Burst) -> Iterator[Event[Any]]:
        """A side and a strength that were given are remembered on the card, and then tilt the Balance Track."""
        side, strength = (self.side, self.amount) if plan.unsaid else (plan.side, plan.strength)
        if plan.unsaid and self.side and self.amount is not None:
            name = self.villain.rpartition(" ")[0]
            yield ContentCorrected(kind="villains", id=name, fields={"side": self.side, "strength": self.amount})
            yield from moved_by_defeat(self.side, self.amount) if has_balance(table) else ()
        if not strength:
            return
        for hero in self.heroes:
            gained = SoulGained if side == "order" else CorruptionGained
            yield gained(hero=hero, amount=strength, source="burst")


class RuneFed(DefeatEvent):
    title = "A villain died on a rune"
    help_text = "A villain died on a ritual rune: the hero who hurt it last gains 2 soul or 2 corruption."
    sentence = "{villain} died on the {rune} rune: {hero} fed it"
    villain: Annotated[str, Choice("combatants", lambda table: table.bursts)]
    hero: StandingHero
    rune: Side

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        room = table.rooms.get(table.room)
        runes = [side for side in ("order", "chaos") if room and f"{side}-rune" in room.terrain]
        fallen = {villain: burst.killer for villain, burst in table.bursts.items() if burst.killer and not burst.fed}
        for villain, killer in fallen.items() if runes else ():
            words = text("{villain} died on a rune", villain=table.called("combatants", villain))
            known = {"rune": runes[0]} if len(runes) == 1 else {}
            yield Offer(words, {"villain": villain, "hero": killer, **known})

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.bursts[self.villain].fed:
            yield FED_ALREADY(villain=table.called("combatants", self.villain))

    def apply(self, table: Odalin) -> None:
        if burst := table.bursts.get(self.villain):
            burst.fed = True

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        gained = SoulGained if self.rune == "order" else CorruptionGained
        yield gained(hero=self.hero, amount=RUNE_POINTS, source="rune")


class CombatEnded(DefeatEvent):
    title = "End the combat"
    help_text = "No enemy is left: conditions, auras and cooldowns go, and the rewards of the room are collected."
    sentence = "The combat ended"
    log = LogRole(headline=True, concludes=True)
    room: Annotated[str, Settled()] = ""

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.fighting:
            yield NO_FIGHT()
        elif table.villains:
            yield VILLAINS_LEFT()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(room=table.room)

    def apply(self, table: Odalin) -> None:
        for hero in table.heroes.values():
            drop_auras(hero)
        FIGHT.end(table, "combat")
        table.fighting, table.assault, table.card = False, None, ""
        if room := table.rooms.get(self.room):
            room.cleared = True
