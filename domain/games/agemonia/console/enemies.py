"""Enemies and non-hero allies: damage, defeat, and reactions of enemies."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.numbers import Gains, Lowers, NumbersMoved
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Merged, Occasion, Remark, SearchText, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import MOST_SMALL, AgemoniaEvent, Chips, ConditionId, ItemId, Price, is_setting_up
from domain.games.agemonia.campaign.gems import AchievementGemGained
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageHealed, DamageSuffered, StaminaRecovered
from domain.games.agemonia.console.skills import Act, skills_in
from domain.games.agemonia.console.spawning import NAME_TAKEN
from domain.games.agemonia.console.terrain import area_named, ground_of
from domain.games.agemonia.console.turns import events_of_attack_made
from domain.games.agemonia.figures import (
    AllyHere,
    AllyId,
    AreaId,
    Damage,
    EnemyFigure,
    EnemyHere,
    FigureId,
    FriendId,
    Small,
    SymbolId,
    at_turn,
    clamped_to,
    conditions_of,
    enemies_unknown_at,
    enemy_of,
    health_of_model,
    is_out,
)
from domain.games.agemonia.goods import are_copies_counted, off_the_shelf
from domain.games.agemonia.state.kinds import EnemyCard, FollowerCard
from domain.games.agemonia.state.scenario import Ally, AllyKind, AttackKind, Enemy
from domain.games.agemonia.state.table import Agemonia, Follower

# === Non-hero allies: followers, summoned ones, those of a scenario; with health instead of stamina (盟友)

ALLY_EXHAUSTED = never("ally-exhausted", "This ally is exhausted.", rule=sections.EXHAUSTED)
ALLY_THERE = never("ally-there", "This ally is already here.")
WHO_CONTROLS = never("who-controls", "Agree who controls this ally.", rule=sections.CONTROLLING_ALLIES, asks=True)
WHICH_HEALTH = never("which-health", "Say the health on its card.", rule=sections.ALLY_CARDS, asks=True)
ALLY_NOT_HURT = never("not-hurt", "{ally} is at full health.", rule=sections.HEALING)

Taunt = Annotated[int, Field(ge=0, le=MOST_SMALL)]


ON_CARD = Printed(FollowerCard, by="ally")


class AllyEvent(AgemoniaEvent):
    heading = "Allies"


ON_ALLY_CARDS = ("health", "symbol", "controller")
"""What must be known of an ally: its health, its place in the order, and who moves it (盟友卡)."""
ANOTHER_ALLY = Offer(text("Add an ally"), when=is_setting_up, also_required=ON_ALLY_CARDS)


class ScenarioAllyAdded(AllyEvent):
    # In the rulebook under 控制盟友.
    title = "Add an ally to the scenario"
    help_text = "A non-hero ally joins the scenario; someone has to move it."
    sentence = "{ally} joined[, moved by {controller}]"
    layout = Layout(usual=(*ON_ALLY_CARDS, "taunt"))
    ally: AllyId
    kind: AllyKind | None = None
    health: Annotated[Chips | None, ON_CARD] = None
    symbol: Annotated[SymbolId | None, ON_CARD] = Field(default=None, title="which initiative symbol")
    taunt: Annotated[Taunt | None, ON_CARD] = None
    controller: Remark = Field(default="", title="who moves it")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Hired followers that are not here yet, because something of their cards is not known."""
        for id_, follower in table.followers.items() if is_setting_up(table) else ():
            if follower.zone == "hired":
                known = cls(ally=id_).settled(table)
                needs = tuple(name for name in ON_ALLY_CARDS if not getattr(known, name))
                title = text("{follower} comes along", follower=table.called("followers", id_))
                yield Offer(title, {"ally": id_}, also_required=needs, reminder=title)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.ally in table.scene.allies:
            yield ALLY_THERE()
        if self.ally in table.heroes or self.ally in table.scene.enemies:
            yield NAME_TAKEN()
        settled = self.settled(table)
        if not settled.controller:
            yield WHO_CONTROLS()
        if not settled.health:
            yield WHICH_HEALTH()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.settled(table)

    def settled(self, table: Agemonia) -> Self:
        """This event with the known kind and controller, unless others are typed."""
        follower = table.followers.get(self.ally) or Follower()
        hired, owner = follower.zone == "hired", table.heroes.get(follower.controller)
        return self.copy_with(
            kind=self.kind or ("follower" if hired else "scenario"),
            controller=self.controller or table.controllers.get(self.ally, "") or (owner.player if owner else ""),
        )

    def apply(self, table: Agemonia) -> None:
        most = self.health or 0
        table.scene.allies[self.ally] = Ally(
            kind=self.kind or "scenario",
            controller=self.controller,
            symbol=self.symbol or "",
            health=most,
            most=most,
            taunt=self.taunt,
        )


def exhausted_ally(table: Agemonia, ally: str) -> Iterator[Refused]:
    if ally in table.scene.allies and table.scene.allies[ally].exhausted:
        yield ALLY_EXHAUSTED()


class AllyDamaged(NumbersMoved[Agemonia], AllyEvent):
    # In the rulebook under 失去体力.
    title = "Damage an ally"
    help_text = "A non-hero ally takes damage or loses stamina: for allies that is the same."
    sentence = "{ally} took {amount} damage[, {over} more than its health]"
    ally: AllyHere
    amount: Annotated[Chips, Merged(), Lowers("scene.allies.{ally}.health", less="over")]
    source: Occasion = ""
    over: Annotated[Chips | None, Settled()] = Field(default=None, title="more than its health")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_ally(table, self.ally)

    def void_reasons(self, table: Agemonia) -> Iterator[Refused]:
        yield from self.refusals(table)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if (ally := table.scene.allies.get(self.ally)) and ally.health == 0:
            yield AllyExhausted(ally=self.ally)


class AllyHealed(NumbersMoved[Agemonia], AllyEvent):
    title = "Heal an ally"
    help_text = "Heal a non-hero ally, up to full health."
    sentence = "{ally} healed {amount}"
    ally: AllyHere
    amount: Annotated[Chips, Merged(), Gains("scene.allies.{ally}.health", none=ALLY_NOT_HURT)]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_ally(table, self.ally)


class AllyExhausted(AllyEvent):
    # In the rulebook under 筋疲力尽.
    help_text = "A non-hero ally has no health left: it is exhausted and leaves the map."
    sentence = "{ally} was exhausted and left the map"
    automatic = True
    ally: AllyHere

    def apply(self, table: Agemonia) -> None:
        if ally := table.scene.allies.get(self.ally):
            ally.exhausted = True
        table.scene.places.pop(self.ally, None)


# === Enemies: damage, defeat, and their reactions (敌人) =========================================

NOT_HURT = never("not-hurt", "{figure} is at full health.", rule=sections.HEALING)
NOBODY_TO_STRIKE = never("nobody-to-strike", "{figure} is out of the fight.", rule=sections.EXHAUSTED)
SHIELD_UNKNOWN = never(
    "shield-unknown",
    "Say first what shield the card shows, 0 if none: {enemies}.",
    rule=sections.ENEMY_SHIELD,
)
SHIELD_ASKED = text("{enemy}: what shield does its card show?")
PROVOKE_ASKED = text("{enemy}: how much damage does it deal when its area is left (provoke)?")
NO_DEFEAT_EFFECT = refusal(
    "no-defeat-effect", "The card of {enemy} shows no effect for its defeat.", rule=sections.ENEMY_CARDS
)

Told = Annotated[Remark, Field(max_length=120)]


class EnemyEvent(AgemoniaEvent):
    heading = "Enemies"


SHIELDS, PROVOKES = range(5), range(7)
"""The numbers on enemy cards that are a tap each."""


def types_without_shield(table: Agemonia, figures: Iterable[str]) -> list[str]:
    """The types of enemies among figures whose shield nobody typed; a mirror needs none."""
    types = dict.fromkeys(figure.rpartition(" ")[0] for figure in figures if table.scene.figure(figure))
    cards = {id_: table.scene.enemies[id_] for id_ in types}
    return [id_ for id_, card in cards.items() if card.shield is None and not card.mirror]


def shields_unknown(table: Agemonia, figures: Iterable[str]) -> Iterator[Refused]:
    """The refusal of an attack whose damage an unknown shield may block."""
    if unknown := types_without_shield(table, figures):
        yield SHIELD_UNKNOWN(enemies=tuple(table.called("enemies", id_) for id_ in unknown))


class EnemyCardTypedIn(EnemyEvent):
    """Type in numbers of an enemy's card that nobody typed. A missing number keeps its value."""

    title = "Type in an enemy's card"
    help_text = "Its symbol and shield, and the damage when its area is left; 0 if the card shows none."
    sentence = "Typed in the card of {enemy}[: {symbol}][: shield {shield}][: provoke {provoke}]"
    log = LogRole(bookkeeping=True)
    layout = Layout(usual=("shield", "provoke"))
    enemy: EnemyHere
    symbol: SymbolId | None = Field(default=None, title="which initiative symbol")
    shield: Small | None = None
    provoke: Small | None = None

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The shield of each enemy that an attack meets."""
        roll = table.scene.roll
        if roll and roll.kind == "attack" and not roll.harmless:
            for id_ in types_without_shield(table, roll.targets or table.scene.figures()):
                yield Offer(SHIELD_ASKED, {"enemy": id_}, required=True, keypad="shield", keypad_numbers=SHIELDS)

    @classmethod
    def offers_before_card(cls, table: Agemonia) -> Iterator[Offer]:
        """The symbol of each enemy on the map, by which the initiative card places it (2. 揭示先攻卡)."""
        for id_, enemy in table.scene.enemies.items() if table.scene.phase == "select" else ():
            if enemy.figures and not enemy.symbol:
                words = text("{enemy}: which initiative symbol?")
                yield Offer(words, {"enemy": id_}, required=True, keypad="symbol")

    @classmethod
    def offers_at_turn(cls, table: Agemonia) -> Iterator[Offer]:
        """What an attack or a step of the figure at turn needs to know."""
        for id_ in types_without_shield(table, table.scene.figures()):
            yield Offer(SHIELD_ASKED, {"enemy": id_}, keypad="shield", keypad_numbers=SHIELDS)
        here = table.scene.places.get(at_turn(table))
        for id_ in enemies_unknown_at(table, here) if here else ():
            yield Offer(PROVOKE_ASKED, {"enemy": id_}, keypad="provoke", keypad_numbers=PROVOKES)

    def apply(self, table: Agemonia) -> None:
        typed = {"symbol": self.symbol, "shield": self.shield, "provoke": self.provoke}
        known = {name: value for name, value in typed.items() if value is not None}
        if card := table.scene.enemies.get(self.enemy):
            for name, value in known.items():
                setattr(card, name, value)
        table.keep_typed(EnemyCard.kind_name, self.enemy, known)


class EnemyDamaged(NumbersMoved[Agemonia], EnemyEvent):
    # In the rulebook under 敌人护盾.
    title = "Damage an enemy"
    help_text = "An enemy takes damage. Its shield blocks part of every attack, minus pierce."
    sentence = "{figure} took {applied} damage[ from {by}][, {over} more than its health]"
    figure: EnemyFigure
    amount: Annotated[Damage, Merged()]
    source: Annotated[Literal["attack", "other"], SearchText()] = "attack"
    by: FriendId | None = None
    pierce: Small = 0
    attack: AttackKind | None = None
    condition: ConditionId | None = None
    applied: Annotated[Damage | None, Settled(), Merged(), Lowers(health_of_model, less="over")] = None
    overflow: Annotated[Damage | None, Settled()] = Field(default=None, title="overflow damage")
    over: Annotated[Damage | None, Settled()] = Field(default=None, title="more than its health")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.source == "attack" and self.amount:
            yield from shields_unknown(table, [self.figure])
        yield from super().check(table)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        enemy, model = enemy_of(table, self.figure), table.scene.figure(self.figure)
        if self.source == "attack" and enemy.mirror:
            return self.copy_with(applied=0, overflow=None, over=None)
        shield = max(0, (enemy.shield or 0) - self.pierce) if self.source == "attack" else 0
        applied = max(0, self.amount - shield)
        health = model.health if model else None
        over = None if health is None or applied < health else applied - health
        return self.copy_with(applied=applied, overflow=over if self.source == "attack" else None, over=over or None)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        model = table.scene.figure(self.figure)
        if model and model.health == 0:
            yield EnemyDefeated(figure=self.figure, by=self.by)
        else:
            yield from self._inflicted(table)
        if self.source == "attack" and self.by:
            yield from events_in_answer(table, self.figure, self.by, self.amount, self.applied or 0)
            yield from events_of_attack_made(table, self.by)

    def _inflicted(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        """The conditions of the attack, and those of class skills for figures that the hero's action hurts.

        A mirrored attack gives no condition to either side.
        """
        if self.source == "attack" and self.amount and enemy_of(table, self.figure).mirror:
            return
        skilled = skills_in(table, Act("harm", self.by, attack=self.attack or "")) if self.by and self.applied else ()
        given = dict.fromkeys((self.condition or "", *(known.condition for _, known in skilled)))
        for condition in given:
            if condition and condition not in conditions_of(table, self.figure):
                yield ConditionGained(figure=self.figure, condition=condition)


def events_in_answer(table: Agemonia, figure: str, by: str, amount: int, applied: int) -> Iterator[Event[Agemonia]]:
    """The reactions of an enemy: mirror deals the full attack, revenge the damage taken, retaliate its number."""
    enemy = enemy_of(table, figure)
    if not amount:
        return
    if enemy.mirror:
        yield StruckBack(figure=figure, to=by, kind="mirror", amount=amount)
    elif enemy.revenge and applied:
        yield StruckBack(figure=figure, to=by, kind="revenge", amount=applied)
    if enemy.retaliate:
        yield StruckBack(figure=figure, to=by, kind="retaliate", amount=enemy.retaliate)


class StruckBack(EnemyEvent):
    # In the rulebook under 反击, 复仇, 镜像.
    title = "Strike back"
    help_text = "The attacker takes damage in return: no reaction, no shield, no condition."
    sentence = "{figure} struck back at {to} ({kind}): {amount}"
    figure: FigureId
    to: Annotated[FigureId, Field(title="to whom")]
    kind: Literal["retaliate", "revenge", "mirror"]
    amount: Annotated[Damage, Merged()]

    def void_reasons(self, table: Agemonia) -> Iterator[Refused]:
        if is_out(table, self.to):
            yield NOBODY_TO_STRIKE(figure=table.called("figures", self.to))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from events_of_harm(table, self.to, self.amount, "")


def events_of_harm(table: Agemonia, figure: str, amount: int, source: str) -> Iterator[Event[Agemonia]]:
    """The events of damage other than an attack, to any figure."""
    if amount <= 0:
        return
    if figure in table.heroes:
        if not table.heroes[figure].exhausted:
            yield DamageSuffered(hero=figure, amount=clamped_to(amount), source=source)
    elif figure in table.scene.allies:
        yield AllyDamaged(ally=figure, amount=clamped_to(amount))
    elif table.scene.figure(figure):
        yield EnemyDamaged(figure=figure, amount=amount, source="other")


def health_missing(table: Agemonia, figure: str) -> int:
    """The health that an enemy's model has lost; 0 if its health is not counted."""
    model = table.scene.figure(figure)
    return 0 if model is None or model.health is None else max(0, (model.most or 0) - model.health)


class EnemyHealed(NumbersMoved[Agemonia], EnemyEvent):
    title = "Heal an enemy"
    help_text = "Heal an enemy, up to full health."
    sentence = "{figure} healed {amount}"
    figure: EnemyFigure
    amount: Annotated[Small, Merged(), Gains(health_of_model)]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not health_missing(table, self.figure):
            yield NOT_HURT(figure=table.called("figures", self.figure))


def models_down(table: Agemonia) -> list[str]:
    """The models without health that are still on the map."""
    return [id_ for id_ in table.scene.figures() if (model := table.scene.figure(id_)) and model.health == 0]


class EnemyDefeated(EnemyEvent):
    # In the rulebook under 被击败.
    title = "Defeat an enemy"
    help_text = "An enemy is defeated: take its model off the map, and do what its card says."
    sentence = "{figure} was defeated[ by {by}][: {defeat}]"
    log = LogRole(memorable=True)
    layout = Layout(no_choice=("by",))
    figure: EnemyFigure
    by: FriendId | None = None
    area: Annotated[AreaId | None, Settled()] = None
    defeat: Annotated[Told, Settled()] = ""
    offer = Offer(text("{figure} has no health left: defeated"), required=True, each=("figure", models_down))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        area = table.scene.places.get(self.figure)
        return self.copy_with(area=area, defeat=enemy_of(table, self.figure).defeat)

    def apply(self, table: Agemonia) -> None:
        remove_model(table, self.figure)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        hero = table.heroes.get(self.by or "")
        if self.by is None or hero is None or hero.exhausted:
            return
        for skill, known in skills_in(table, Act("defeat", self.by)):
            if known.heal:
                yield DamageHealed(hero=self.by, amount=known.heal, source=skill)
            if known.recover:
                yield StaminaRecovered(hero=self.by, amount=known.recover, source=skill)
            if known.gems:
                yield AchievementGemGained(hero=self.by, source=skill)


def remove_model(table: Agemonia, figure: str) -> None:
    """Take a model and the tokens on it off the map."""
    enemy = table.scene.enemy_of(figure)
    if enemy and enemy.figures.pop(figure.rpartition(" ")[2], None):
        enemy.defeated += 1
    table.scene.places.pop(figure, None)
    for name in [name for name, token in table.scene.tokens.items() if token.where == figure]:
        del table.scene.tokens[name]


def defeat_effect(table: Agemonia, enemy: str) -> str:
    """The effect of an enemy's defeat, as on its card; "" if there is none or it is unknown."""
    card = table.scene.enemies.get(enemy) or Enemy()
    return card.defeat or EnemyCard.of(table, enemy).defeat


def _is_typed_in(table: Agemonia, enemy: str) -> bool:
    """Whether the content has more of an enemy's card than its name."""
    return bool(table.content_thing(EnemyCard.kind_name, enemy).keys() & Enemy.model_fields.keys())


class DefeatEffectResolved(EnemyEvent):
    # In the rulebook under 失败效果.
    title = "Resolve what a defeated enemy does"
    help_text = "A defeated enemy leaves something in its area: an item, or stars."
    sentence = "{enemy} dropped loot[: {item}][, {stars|star|stars}][ in {area}]"
    enemy: EnemyHere
    item: ItemId | None = None
    stars: Price = 0
    area: AreaId = "?"
    note: Remark = ""
    counted: Annotated[bool, Settled()] = Field(default=False, title="copies are counted")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for id_, enemy in table.scene.enemies.items():
            effect = defeat_effect(table, id_)
            if effect and enemy.defeated > enemy.resolved:
                yield Offer(text("{enemy} was defeated: {effect}", effect=effect), {"enemy": id_}, opens_form=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not defeat_effect(table, self.enemy) and _is_typed_in(table, self.enemy):
            yield NO_DEFEAT_EFFECT(enemy=table.called("enemies", self.enemy))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(counted=bool(self.item and are_copies_counted(table, self.item)))

    def apply(self, table: Agemonia) -> None:
        here = ground_of(table, area_named(table, self.area))
        here.stars += self.stars
        if enemy := table.scene.enemies.get(self.enemy):
            enemy.resolved += 1
        if self.item:
            here.items[self.item] = here.items.get(self.item, 0) + 1
        if self.item and self.counted:
            off_the_shelf(table, self.item, 1)


class DrainResolved(EnemyEvent):
    # In the rulebook under 吸取 X.
    title = "Drain an enemy"
    help_text = (
        "An ally drains an enemy: it deals damage and recovers as much, up to the damage that defeated the enemy."
    )
    sentence = "{ally} drained {figure}: {amount}"
    former_fields = ("recovered",)
    ally: FriendId
    figure: EnemyFigure
    amount: Annotated[Chips, Merged()]

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        model = table.scene.figure(self.figure)
        health = 0 if model is None else self.amount if model.health is None else model.health
        yield EnemyDamaged(figure=self.figure, amount=self.amount, source="other", by=self.ally)
        if health and self.ally in table.heroes:
            yield StaminaRecovered(hero=self.ally, amount=min(self.amount, health), source="drain")


def skill_effects_of_hit(table: Agemonia, hero: str, figure: str, attack: str) -> Iterator[Event[Agemonia]]:
    """The events of class skills each time an attack hurts their hero: retaliation, recovery."""
    for skill, known in skills_in(table, Act("hurt", hero, attack=attack)):
        if known.retaliate and table.scene.figure(figure):
            yield StruckBack(figure=hero, to=figure, kind="retaliate", amount=known.retaliate)
        if known.recover:
            yield StaminaRecovered(hero=hero, amount=known.recover, source=skill)
