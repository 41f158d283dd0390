"""Uses of action points other than attacks: basic actions, abilities, auras, instants, demonic form."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.components.numbers import Gains, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.framework.views.sheet import Said
from domain.games.odalin import sections
from domain.games.odalin.base import (
    ATTACK_FIRST,
    IN_DUNGEON,
    HeroId,
    OdalinEvent,
    OwnTurn,
    PointsSpent,
    Source,
    StandingHero,
    acting_heroes,
    hero_of,
    not_at_turn,
    room_of,
)  # fmt: skip
from domain.games.odalin.combat.balance import BalanceMoved
from domain.games.odalin.combat.movement import keep_pace, points_for
from domain.games.odalin.heroes.cards import (
    TILT_UNKNOWN,
    DiscardDemanded,
    InHand,
    demon_bonus,
    half_card,
    halves_unsaid,
    id_of_half,
    put_card,
    side_of,
    tilts,
    upper_value,
)
from domain.games.odalin.heroes.dials import (
    CorruptionGained,
    CorruptionReduced,
    HitPointsPaid,
    SoulGained,
    attack_goes_on,
    half_of_most,
    soul_unknown,
)
from domain.games.odalin.state.hero import MOST_DIAL, Effect
from domain.games.odalin.state.kinds import ActionCard, Half, Side, Strength
from domain.games.odalin.state.table import Odalin

CANNOT_PAY = never("cannot-pay", "{hero} cannot pay the cost in full.", rule=sections.COSTS)
LORD_FIRST = refusal("lord-first", "The Demon Lord must be subdued first.", rule=sections.FIRST_AID)
NOT_DEFEATED = never("not-defeated", "{hero} is not defeated.", rule=sections.FIRST_AID)
INSTANT_IN_OWN_TURN = refusal(
    "instant-in-own-turn", "A hero cannot play instants on their own turn.", rule=sections.INSTANTS
)
NO_INSTANT = refusal("no-instant", "{card} is not an instant.", rule=sections.INSTANTS)
NO_ABILITY = refusal("no-ability", "{card} is not an ability.", rule=sections.ATTACKS)
NO_AURA = refusal("no-aura", "{card} is not an aura.", rule=sections.ATTACKS)
ALREADY_ACTED = refusal(
    "already-acted", "{owner} has already acted: it is no longer the start of the turn.", rule=sections.INSTANTS,
    areas=("turns",),
)  # fmt: skip
NOT_AFTER_ROLL = refusal(
    "not-after-roll", "That is played after a roll, before its damage.", rule=sections.INSTANTS, areas=("attacks",)
)
NOT_BEFORE_ROLL = refusal(
    "not-before-roll", "This turn's attack has already been rolled.", rule=sections.INSTANTS, areas=("turns",)
)
SIDE_UNKNOWN = never(
    "side-unknown", "Say the side of the card: it tilts the Balance Track.", rule=sections.BALANCE_TRACK, asks=True
)
SIMPLE_CARDS = refusal("simple-cards", "A simplified hero can only play attacks and auras.", rule=sections.SIMPLIFIED)
TEN_SOUL = refusal("ten-soul", "This takes 10 soul; {hero} has {have}.", rule=sections.DEMONIC_FORM)
DEMON_ALREADY = never("demon-already", "{hero} is already in demonic form.", rule=sections.DEMONIC_FORM)
NOT_DEMON = never("not-demon", "{hero} is not in demonic form.", rule=sections.DEMONIC_FORM)
SPECIAL_USED = refusal(
    "one-special", "A hero can use only one special ability per turn.", rule=sections.DEMONIC_FORM, areas=("turns",)
)
ONE_SPECIAL: Limit[Odalin] = Limit(lambda table, hero: int(hero_of(table, hero).used_special), SPECIAL_USED)
PENITENCE_POINTS, PENITENCE_OFF, FORM_CORRUPTION, BY_UPPER, BASIC_MOVE = 3, 2, 4, 2, 3
Timing = Literal["any", "start of turn", "before roll", "after roll"]


class ActionEvent(OdalinEvent):
    heading = "Hero actions"


def tainted_used(event: PointsSpent) -> Iterator[Event[Odalin]]:
    """One corruption for each tainted point used; each may overflow (行动点数)."""
    yield from (CorruptionGained(hero=event.hero, amount=1, source="tainted point") for _ in range(event.tainted or 0))


def unpayable(table: Odalin, hero: str, card: ActionCard, *, besides: int = 0) -> Iterator[Refused]:
    """The refusal if the cost of a card cannot be paid in full; `besides` cards of the hand do not count."""
    here = hero_of(table, hero)
    dies = bool(card.pays_hp) and here.hp is not None and here.hp <= card.pays_hp
    if dies or card.pays_cards > max(0, len(here.in_zone("hand")) - besides):
        yield CANNOT_PAY(hero=table.called("heroes", hero))


def cost_of(table: Odalin, hero: str, card: ActionCard) -> Iterator[Event[Odalin]]:
    """The cost of a card (支付费用); with an empty hand no cards are discarded."""
    if card.pays_hp:
        yield HitPointsPaid(hero=hero, amount=card.pays_hp, source="cost")
    if card.pays_corruption:
        yield CorruptionGained(hero=hero, amount=card.pays_corruption, source="cost")
    if card.pays_cards and hero_of(table, hero).in_zone("hand"):
        yield DiscardDemanded(hero=hero, count=card.pays_cards, source="cost")


class BasicMoveTaken(ActionEvent, OwnTurn):
    title = "Basic move"
    help_text = (
        "A hero moves: 3 movement points for an action point, in addition to those of an attack card; what slows or"
        " quickens it counts once a turn."
    )
    sentence = "{hero} moved[: {movement|movement point|movement points}]"
    tracked = ("turns",)
    movement: Annotated[Count | None, Settled(), Gains("heroes.{hero}.movement")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        words = text("Basic move: {count} movement points", count=BASIC_MOVE)
        yield from (Offer(words, {"hero": hero}) for hero in acting_heroes(table))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(movement=points_for(table, self.hero, BASIC_MOVE))

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        if self.movement is not None:
            move_numbers(table, self)
            keep_pace(table, self.hero, self.movement, BASIC_MOVE)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)


class PenitenceDone(ActionEvent, OwnTurn):
    title = "Penitence"
    help_text = "Three action points take 2 corruption off."
    sentence = "{hero} did penitence"
    points = PENITENCE_POINTS

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        heroes = (hero for hero in acting_heroes(table) if table.heroes[hero].corruption)
        yield from (Offer(text("Penitence"), {"hero": hero}) for hero in heroes)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        yield CorruptionReduced(hero=self.hero, amount=PENITENCE_OFF, source="penitence")


class FirstAidGiven(ActionEvent, OwnTurn):
    title = "First Aid"
    help_text = "An adjacent defeated hero is back with half of its hit points."
    sentence = "{hero} gave First Aid: {patient} came back[ with {hp|hit point|hit points}]"
    patient: HeroId
    hp: Annotated[Count | None, Settled()] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        down = [id_ for id_, hero in table.heroes.items() if hero.status == "defeated"]
        for hero in acting_heroes(table):
            for patient in down:
                words = text("First Aid for {patient}", patient=table.called("heroes", patient))
                yield Offer(words, {"hero": hero, "patient": patient})

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_revivable(table, self.patient)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(hp=half_of_most(hero_of(table, self.patient)))

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        revive(table, self.patient, self.hp)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)


def not_revivable(table: Odalin, hero: str) -> Iterator[Refused]:
    """The refusal for reviving a hero: its Demon Lord is not subdued, or it is not defeated."""
    status = hero_of(table, hero).status
    if status == "lost control":
        yield LORD_FIRST()
    elif status == "active":
        yield NOT_DEFEATED(hero=table.called("heroes", hero))


def revive(table: Odalin, hero: str, hp: int | None) -> None:
    """Return a hero to the board; for `apply`."""
    here = hero_of(table, hero)
    here.status, here.hp = "active", hp
    here.today.revived += 1


class HeroRevived(ActionEvent):
    title = "A hero is back"
    help_text = "Something other than First Aid brings a defeated hero back, with half of its hit points."
    sentence = "{hero} came back[ with {hp|hit point|hit points}][ ({source})]"
    hero: HeroId
    source: Source = ""
    hp: Annotated[Count | None, Settled()] = None

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_revivable(table, self.hero)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(hp=half_of_most(hero_of(table, self.hero)))

    def apply(self, table: Odalin) -> None:
        revive(table, self.hero, self.hp)


# === Action cards: abilities, auras, and instants in the turns of others ==========================


def lower_side(table: Odalin, hero: str, sleeve: str, said: Side | None) -> Side | None:
    """The side of a lower half: as given, else by its card; None if unknown."""
    return said or side_of(table, hero, sleeve, "lower")


def lower_unsaid(table: Odalin, hero: str) -> tuple[str, ...]:
    """The fields of the use of a lower half that some card in hand does not give."""
    unknown = any(side_of(table, hero, sleeve, "lower") is None for sleeve in hero_of(table, hero).in_zone("hand"))
    return ("side",) if tilts(table) and unknown else ()


def lower_used(table: Odalin, event: PointsSpent, sleeve: str, said: Side | None) -> Iterator[Event[Odalin]]:
    """The cost and the side effects of using a lower half, which tilts the Balance Track by one."""
    yield from tainted_used(event)
    yield from cost_of(table, event.hero, half_card(table, event.hero, sleeve, "lower"))
    if soul := demon_bonus(table, event.hero, sleeve, "lower"):
        yield SoulGained(hero=event.hero, amount=soul, source="action card")
    yield from tilted(table, lower_side(table, event.hero, sleeve, said), 1)


def tilted(table: Odalin, side: Side | None, amount: int) -> Iterator[Event[Odalin]]:
    """The move of the Balance Track by an action card, if the table uses that track."""
    if table.system == "balance track" and side and amount:
        yield BalanceMoved(side=side, amount=amount, source="action card")


def called_card(table: Odalin, hero: str, sleeve: str, half: Half) -> Said:
    """The name of a sleeve's half: of its card if known, else the sleeve's."""
    name = id_of_half(table, hero, sleeve, half)
    return table.called("action-cards", name) if name else table.called("sleeves", sleeve)


class AbilityUsed(ActionEvent, OwnTurn):
    title = "Use an ability"
    help_text = "The lower half of a card, before or after the attack."
    sentence = "{hero} used {sleeve}[: {effect}]"
    tracked = ("cards",)
    layout = Layout(no_choice=("tainted", "side"))
    sleeve: InHand
    effect: Remark = ""
    side: Annotated[Side | None, Field(title="order or chaos")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in (hero for hero in acting_heroes(table) if table.heroes[hero].in_zone("hand")):
            yield Offer(text("Use an ability"), {"hero": hero}, also_required=lower_unsaid(table, hero))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if tilts(table) and not lower_side(table, self.hero, self.sleeve, self.side):
            yield SIDE_UNKNOWN()
        if hero_of(table, self.hero).simplified:
            yield SIMPLE_CARDS()
        kind = half_card(table, self.hero, self.sleeve, "lower").kind
        if kind and "ability" not in kind:
            yield NO_ABILITY(card=called_card(table, self.hero, self.sleeve, "lower"))
        yield from halves_unsaid(table, self.hero, self.sleeve)
        yield from unpayable(table, self.hero, half_card(table, self.hero, self.sleeve, "lower"), besides=1)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        put_card(table, self.hero, self.sleeve, "discard")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from lower_used(table, self, self.sleeve, self.side)


class AuraPlayed(ActionEvent, OwnTurn):
    title = "Play an aura"
    help_text = "The upper half of a card that stays in play until the combat ends."
    sentence = "{hero} played the aura {sleeve}"
    tracked = ("cards",)
    layout = Layout(no_choice=("tainted", "side", "strength"))
    sleeve: InHand
    side: Annotated[Side | None, upper_value("side"), Field(title="order or chaos")] = None
    strength: Annotated[Strength | None, upper_value("strength")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in acting_heroes(table):
            for sleeve in table.heroes[hero].in_zone("hand"):
                card = half_card(table, hero, sleeve, "upper")
                if card.kind == "aura":
                    unsaid = [name for name in ("side", "strength") if getattr(card, name) is None]
                    needs = tuple(unsaid) if tilts(table) else ()
                    words = text("Play the aura {card}", card=called_card(table, hero, sleeve, "upper"))
                    yield Offer(words, {"hero": hero, "sleeve": sleeve}, also_required=needs)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if tilts(table) and None in (self.side, self.strength):
            yield TILT_UNKNOWN()
        kind = half_card(table, self.hero, self.sleeve, "upper").kind
        if kind and kind != "aura":
            yield NO_AURA(card=called_card(table, self.hero, self.sleeve, "upper"))
        yield from unpayable(table, self.hero, half_card(table, self.hero, self.sleeve, "upper"), besides=1)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        put_card(table, self.hero, self.sleeve, "aura")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        yield from cost_of(table, self.hero, half_card(table, self.hero, self.sleeve, "upper"))
        if self.strength:
            yield from tilted(table, self.side, BY_UPPER * self.strength)


class InstantPlayed(ActionEvent, PointsSpent):
    title = "Play an instant"
    help_text = "The lower half of a card, in the turn of another combatant."
    sentence = "{hero} played the instant {sleeve}[: {effect}]"
    tracked = ("cards",)
    during = IN_DUNGEON
    layout = Layout(no_choice=("timing", "side"))
    sleeve: InHand
    timing: Annotated[Timing, Field(title="when")] = "any"
    effect: Remark = ""
    side: Annotated[Side | None, Field(title="order or chaos")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        others = (hero for hero in table.heroes_up() if hero != table.at_turn and table.heroes[hero].ready > 0)
        for hero in others if table.at_turn else ():
            for sleeve in table.heroes[hero].in_zone("hand"):
                if "instant" in (half_card(table, hero, sleeve, "lower").kind or ""):
                    card = called_card(table, hero, sleeve, "lower")
                    words = text("{hero}: play {card}", hero=table.called("heroes", hero), card=card)
                    unsaid = tilts(table) and side_of(table, hero, sleeve, "lower") is None
                    known = {"hero": hero, "sleeve": sleeve}
                    yield Offer(words, known, also_required=("side",) if unsaid else ())

    def check(self, table: Odalin) -> Iterator[Refused]:
        if tilts(table) and not lower_side(table, self.hero, self.sleeve, self.side):
            yield SIDE_UNKNOWN()
        if hero_of(table, self.hero).simplified:
            yield SIMPLE_CARDS()
        kind = half_card(table, self.hero, self.sleeve, "lower").kind
        if kind and "instant" not in kind:
            yield NO_INSTANT(card=called_card(table, self.hero, self.sleeve, "lower"))
        elif table.at_turn == self.hero and kind != "instant ability":
            yield INSTANT_IN_OWN_TURN()
        elif table.at_turn == self.hero and table.attack:
            yield ATTACK_FIRST()
        if self.timing == "start of turn" and table.acted:
            yield ALREADY_ACTED(owner=table.called("combatants", table.at_turn))
        if self.timing == "after roll" and not ((table.attack and table.attack.rolled) or table.assault):
            yield NOT_AFTER_ROLL()
        if self.timing == "before roll" and has_rolled(table):
            yield NOT_BEFORE_ROLL()
        yield from halves_unsaid(table, self.hero, self.sleeve)
        yield from unpayable(table, self.hero, half_card(table, self.hero, self.sleeve, "lower"), besides=1)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        put_card(table, self.hero, self.sleeve, "discard")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from lower_used(table, self, self.sleeve, self.side)


class OtherCardPlayed(ActionEvent, PointsSpent):
    """Spends the action point of a card other than an attack, at a table that keeps its cards (行动卡)."""

    title = "Play another card"
    help_text = "An ability or an aura in the own turn, or an instant in another one; what it does is recorded besides."
    sentence = "{hero} played an {kind}[: {effect}]"
    tracked = ("turns",)
    during = IN_DUNGEON
    kind: Literal["ability", "aura", "instant"]
    effect: Remark = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in table.heroes_up() if table.at_turn and not table.tracks("cards") else ():
            if hero != table.at_turn:
                yield Offer(text("{hero}: play an instant"), {"hero": hero, "kind": "instant"})
            elif not table.attack:
                yield Offer(text("{hero}: play an ability"), {"hero": hero, "kind": "ability"})
                yield Offer(text("{hero}: play an aura"), {"hero": hero, "kind": "aura"})

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from super().check(table)
        if self.kind != "instant":
            yield from not_at_turn(table, self.hero)
            if table.attack:
                yield ATTACK_FIRST()
        elif table.at_turn == self.hero:
            yield INSTANT_IN_OWN_TURN()

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)


def has_rolled(table: Odalin) -> bool:
    """Whether the attack of this turn has been rolled; a villain's counts as rolled once it is applied."""
    if table.attack:
        return table.attack.rolled
    if table.at_turn in table.heroes:
        return table.heroes[table.at_turn].attacked and not attack_goes_on(table)
    return table.acted and not table.assault


class EffectNoted(ActionEvent):
    title = "Note a lasting effect"
    help_text = "An effect until a hero's next turn begins, or until the combat ends."
    sentence = "{hero} got a lasting effect: {effect}, for a {until}"
    hero: HeroId
    effect: Line
    until: Annotated[Literal["turn", "combat"], Field(title="for how long")] = "turn"

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.effects = [*hero.effects, Effect(text=self.effect, until=self.until)]


def in_force(table: Odalin) -> list[str]:
    """Active effects: those noted for heroes, the special rules of the room, and rules that last."""
    effects = (effect.text for hero in table.heroes.values() for effect in hero.effects)
    return list(dict.fromkeys([*effects, *room_of(table).rules, *table.rules]))


class EffectEnded(ActionEvent):
    title = "End an effect or a special rule"
    help_text = "A lasting effect or a special rule ends early."
    sentence = "{effect} ended[ ({source})]"
    effect: Annotated[str, Choice("effects", in_force)]
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        for hero in table.heroes.values():
            hero.effects = [one for one in hero.effects if one.text != self.effect]
        for kept in (table, room_of(table)):
            kept.rules = [one for one in kept.rules if one != self.effect]


class PointRecovered(ActionEvent):
    title = "Recover action points"
    help_text = "A hero recovers action points, because a card says so."
    sentence = "{hero} recovered {amount|action point|action points}[ ({source})]"
    tracked = ("turns",)
    during = IN_DUNGEON
    hero: StandingHero
    amount: Annotated[int, Field(ge=1, le=3)] = 1
    source: Source = ""
    beyond: Annotated[Count, Settled()] = 0

    def settle(self, table: Odalin, chance: Chance) -> Self:
        hero = hero_of(table, self.hero)
        over = max(0, self.amount - hero.spent - hero.tainted_spent)
        return self.copy_with(beyond=0 if table.ruled("no-fourth-point") else over)

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        back = min(self.amount, hero.spent)
        hero.spent -= back
        hero.tainted_spent = max(0, hero.tainted_spent - (self.amount - back))
        hero.extra += self.beyond


# === Demonic form (恶魔形态) ======================================================================


class DemonicFormTaken(ActionEvent, OwnTurn):
    title = "Take demonic form"
    help_text = "For 10 soul a hero becomes its Demon Lord, to the end of its next turn."
    sentence = "{hero} took demonic form"
    points: ClassVar[int] = 0
    soul: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        ready = (hero for hero in acting_heroes(table) if table.heroes[hero].soul >= MOST_DIAL)
        yield from (Offer(text("Take demonic form"), {"hero": hero}) for hero in ready)

    def check(self, table: Odalin) -> Iterator[Refused]:
        hero, called = hero_of(table, self.hero), table.called("heroes", self.hero)
        if hero.form == "demon":
            yield DEMON_ALREADY(hero=called)
        unknown = list(soul_unknown(table, self.hero, MOST_DIAL))
        yield from unknown
        if hero.soul < MOST_DIAL and not unknown:
            yield TEN_SOUL(hero=called, have=hero.soul)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(soul=min(MOST_DIAL, hero_of(table, self.hero).soul))

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        hero = hero_of(table, self.hero)
        hero.soul, hero.form, hero.form_turns = hero.soul - self.soul, "demon", 2
        hero.today.forms += 1

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if table.system == "balance track":
            changed = CorruptionReduced if table.ruled("form-loses-corruption") else CorruptionGained
            yield changed(hero=self.hero, amount=FORM_CORRUPTION, source="demonic form")


class SpecialAbilityUsed(ActionEvent, OwnTurn):
    title = "Use a demon ability"
    help_text = "In demonic form a hero uses one special ability a turn, for no action point."
    sentence = "{hero} used demon ability {which}[: {effect}]"
    limits = {ONE_SPECIAL: {}}
    points: ClassVar[int] = 0
    which: Annotated[int, Field(ge=1, le=2, title="which ability, first or second")] = 1
    effect: Remark = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in acting_heroes(table):
            here = table.heroes[hero]
            if here.form == "demon" and not (here.used_special and table.tracks("turns")):
                yield Offer(text("Use a demon ability"), {"hero": hero}, opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        hero = hero_of(table, self.hero)
        if hero.form != "demon":
            yield NOT_DEMON(hero=table.called("heroes", self.hero))
        else:
            yield from ONE_SPECIAL.reasons(table, self.hero)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        hero_of(table, self.hero).used_special = True


class DemonicFormEnded(ActionEvent):
    title = "End the demonic form"
    help_text = "A hero leaves demonic form before the end of the next turn."
    sentence = "{hero} left demonic form"
    hero: HeroId

    def check(self, table: Odalin) -> Iterator[Refused]:
        if hero_of(table, self.hero).form != "demon":
            yield NOT_DEMON(hero=table.called("heroes", self.hero))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.form, hero.form_turns = "hero", 0
