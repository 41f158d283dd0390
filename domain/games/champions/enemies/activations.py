"""Activations: begun, changed, resolved and ended, step by step or in one tap; minions engaged by a card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import Text, text
from domain.framework.views.board import event_if_valid
from domain.games.champions import sections
from domain.games.champions.base import (
    ChampionsEvent,
    EnemyId,
    InGame,
    KeywordName,
    Maybe,
    StatusName,
    not_in_play,
    not_played,
    start_occurrence,
)
from domain.games.champions.cards.handling import EXHAUSTS
from domain.games.champions.enemies.boosts import (
    NO_BOOSTS_FOR_MINIONS,
    BoostCardsGiven,
    DefenderId,
    could_defend,
    face_down,
    player_of,
    star_open,
    why_cannot_defend,
)
from domain.games.champions.enemies.course import (
    BOOSTS_LEFT,
    DEFENSE_FIRST,
    HAPPENS,
    NO_ACTIVATION,
    NO_ATTACK,
    ActivationEvent,
    activation_at,
    activation_step,
    amplify_icons,
    amplify_unknown,
    current_activation,
    damage_of,
    defense_of,
    keywords_of,
    kind_of,
    next_to_activate,
    occasion_of,
    out_of_place,
    over_with,
    start_activation,
    status_against,
    striking_now,
    value_of,
    whom_attack_strikes,
    why_keywords_matter,
    why_outcome_unknown,
)
from domain.games.champions.enemies.numbers_said import numbers_due
from domain.games.champions.enemies.prompt_words import (
    KEYPADS,
    VALUE_KEYS,
    defense_question,
    outcome_question,
    outcome_words,
    question_at_once,
    quickstrike_words,
    words_in_order,
)
from domain.games.champions.harm import Assault, follow_enemy_attack
from domain.games.champions.numbers import body_of
from domain.games.champions.piles.encounter_deck import EncounterDeckTaken
from domain.games.champions.state.parts import PERIODS, Activation, Activity, Boost, Duration, Occasioned
from domain.games.champions.state.table import MAIN, VILLAIN, Champions
from domain.games.champions.threat import ThreatPlaced
from domain.games.champions.timing.effects import (
    LastingEffectEnded,
    end_effect,
    ends_by_itself,
    ends_of_effects,
    use_again,
    was_used,
)
from domain.games.champions.zones import engage_player

# === Activations begin and end: their target, their cause, and status cards that replace them (发动, 状态卡)

NOTHING_CHANGES = never("nothing-changes", "That would change nothing.")


def offers_to_begin(table: Champions) -> Iterator[Offer]:
    """The activations that may begin now: of minions with quickstrike (迅击), then the next ones of the villain phase.

    While an activation is open, there are none.
    """
    if table.activations_open:
        return
    for copy in striking_now(table):
        words, seat = quickstrike_words(table, copy), table.play[copy].engaged
        fields = {"enemy": copy, "seat": seat, "because": "quickstrike"}
        yield Offer(words, fields, required=True, reminder=words)
    several = next_to_activate(table)
    which = text("Which enemy is next?") if len(several) > 1 else None
    for number, (enemy, seat) in enumerate(several):
        words = words_in_order(table, enemy, seat)
        yield Offer(words, {"enemy": enemy, "seat": seat}, required=not number, reminder=words, question=which)


def offers_by_card(table: Champions) -> Iterator[Offer]:
    """The attack or scheme that an open treachery may call for (3.8)."""
    for due in table.agenda.of() if not table.activations_open else ():
        if due.event == "treachery-resolved":
            seat = str(due.fields["seat"])
            names = {"seat": table.called("identities", seat), "card": table.called("cards", str(due.fields["name"]))}
            known = {"enemy": VILLAIN, "seat": seat, "because": "card"}
            yield Offer(text("{card}: the villain attacks {seat}", **names), {**known, "kind": "attack"})
            yield Offer(text("{card}: the villain schemes against {seat}", **names), {**known, "kind": "scheme"})


class ActivationStarted(ActivationEvent):
    """An enemy activates.

    The kind follows from the player's form; a status card is discarded instead, without a boost card.
    """

    help_text = "An enemy activates: it attacks a hero, or schemes against an alter-ego, unless a card says otherwise."
    sentence = "{enemy} activated against {seat}: {activity}[, but {replaced} was discarded instead][ ({source})]"
    title = "Activate an enemy"
    layout = Layout(no_choice=("kind", "because"))
    enemy: EnemyId
    seat: InGame = Field(title="against whom")
    kind: Activity | None = Field(default=None, title="attack or scheme")
    because: Occasioned | None = Field(default=None, title="why")
    source: Occasion = ""
    activity: Annotated[Activity, Settled()] = "attack"
    occasion: Annotated[Occasioned, Settled()] = "card"
    replaced: Annotated[StatusName, Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield from offers_to_begin(table)
        yield from offers_by_card(table)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from out_of_place(table, self.because, self.enemy, self.seat, self.kind)

    def settle(self, table: Champions, chance: Chance) -> Self:
        activity = self.kind or kind_of(table, self.seat)
        replaced = status_against(table, self.enemy, activity)
        return self.copy_with(activity=activity, occasion=occasion_of(table, self.because), replaced=replaced)

    def apply(self, table: Champions) -> None:
        start_activation(table, self.enemy, self.seat, self.occasion)
        if self.replaced and (enemy := body_of(table, self.enemy)):
            setattr(enemy, self.replaced, False)
        if not self.replaced:
            start_occurrence(table, HAPPENS[self.activity])
            table.activations = [*table.activations, self.opened(table)]

    def opened(self, table: Champions) -> Activation:
        """The activation that the event opens."""
        return Activation(
            enemy=self.enemy,
            kind=self.activity,
            seat=self.seat,
            target=self.seat if self.activity == "attack" else "",
            because=self.occasion,
            outlasted=[id_ for id_, effect in table.effects.items() if effect.until in PERIODS.over_with("activation")],
        )

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.enemy == VILLAIN and not self.replaced:
            yield BoostCardsGiven()


class ActivationChanged(ActivationEvent):
    title = "Change the activation"
    help_text = "A card changes the current attack or scheme: its value, a keyword, or who is attacked."
    sentence = "The activation changed[: {by}][, {keyword}][, against {seat}][ ({source})]"
    by: Annotated[int, Field(ge=-99, le=99, title="added to its value")] = 0
    keyword: KeywordName | None = None
    seat: InGame | None = Field(default=None, title="against whom")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if current_activation(table) is None:
            yield NO_ACTIVATION()
        elif not (self.by or self.keyword or self.seat):
            yield NOTHING_CHANGES()

    def apply(self, table: Champions) -> None:
        if activation := current_activation(table):
            activation.changed += self.by
            activation.keywords = [*activation.keywords, *([self.keyword] if self.keyword else [])]
            activation.target = self.seat or activation.target


class ActivationEnded(ActivationEvent):
    """An activation ends; boost cards that are still face down are discarded."""

    title = "End the activation"
    help_text = (
        "This attack or scheme is over, along with anything that lasted until its end. A card may also end it early."
    )
    sentence = "{enemy}: the activation ended[ ({source})]"
    offer = Offer(text("End the activation"), required=True, when=lambda table: activation_step(table) == "end")
    source: Occasion = ""
    enemy: Annotated[str, Choice("enemies"), Settled()] = ""
    frees: Annotated[bool, Settled()] = False
    """Whether limits of its period are reset, because it is not nested in another activation."""
    unturned: Annotated[Count, Settled()] = 0
    over: Annotated[tuple[str, ...], Choice("effects"), Settled()] = ()
    """The effects whose end is an entry, because a character loses hit points by it."""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from self.void_reasons(table)

    def void_reasons(self, table: Champions) -> Iterator[Refused]:
        if not table.activations:
            yield NO_ACTIVATION()

    def settle(self, table: Champions, chance: Chance) -> Self:
        over = activation_at_end(table)
        frees = over is not None and was_used(table, *periods_ending(table, over))
        unturned = sum(not boost.open for boost in over.boosts) if over else 0
        left = [id_ for id_ in over_with_it(table, over) if ends_by_itself(table, table.effects[id_])] if over else []
        return self.copy_with(enemy=over.enemy if over else "", frees=frees, unturned=unturned, over=tuple(left))

    def apply(self, table: Champions) -> None:
        table.scenario.discard += [""] * self.unturned
        if over := activation_at_end(table):
            if self.frees:
                use_again(table, *periods_ending(table, over))
            table.activations = [one for one in table.activations if one is not over]
            for id_ in over_with_it(table, over):
                if not ends_by_itself(table, table.effects[id_]):
                    end_effect(table, id_)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from (LastingEffectEnded(effect=id_) for id_ in self.over)


def over_with_it(table: Champions, over: Activation) -> list[str]:
    """The effects that began in an activation and end with it."""
    mine = (id_ for id_, effect in table.effects.items() if effect.until in over_with(over.kind))
    return [id_ for id_ in mine if id_ not in over.outlasted]


def activation_at_end(table: Champions) -> Activation | None:
    """The activation that ends next: the last resolved one, else the last one."""
    resolved = (one for one in reversed(table.activations) if one.resolved)
    return next(resolved, table.activations[-1] if table.activations else None)


def periods_ending(table: Champions, over: Activation) -> tuple[Duration, ...]:
    """The periods that end with an activation, given those around it."""
    return over_with(over.kind, [one for one in table.activations if one is not over])


# === An attack hits, a scheme places threat (敌人攻击, 敌人密谋) =================================


class ResolvedEvent(ActivationEvent):
    layout = Layout(no_choice=("value", "prevented"))
    value: Maybe | None = Field(default=None, title="how much in total")
    prevented: Maybe = Field(default=0, title="prevented by cards")
    source: Occasion = ""
    enemy: Annotated[str, Choice("enemies"), Settled()] = ""
    total: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The result, or a keypad for it if a number is unknown."""
        activation = activation_at(table, "outcome")
        if activation is None or activation.kind != cls.kind() or [*numbers_due(table)]:
            return
        if words := outcome_words(table, activation):
            yield Offer(words, required=True)
        else:
            yield Offer(
                outcome_question(table, activation),
                required=True,
                also_required=("value",),
                keypad="value",
                keypad_numbers=VALUE_KEYS,
            )

    def check(self, table: Champions) -> Iterator[Refused]:
        if (activation := current_activation(table, self.kind())) is None:
            yield NO_ATTACK() if self.kind() == "attack" else NO_ACTIVATION()
            return
        if self.kind() == "attack" and not activation.decided:
            yield DEFENSE_FIRST()
        if face_down(activation):
            yield BOOSTS_LEFT()
        yield from star_open(table)
        if self.kind() == "attack":
            yield from why_keywords_matter(table, activation)
        if self.value is None:
            yield from why_outcome_unknown(table, activation)

    @classmethod
    def kind(cls) -> Activity:
        """The kind of the resolved activation."""
        return "attack"

    def worth(self, table: Champions, activation: Activation) -> int | None:
        """The value of the activation: as given, else the enemy's number plus boosts; None if unknown."""
        return value_of(table, activation) if self.value is None else self.value

    def apply(self, table: Champions) -> None:
        if activation := current_activation(table, self.kind()):
            activation.resolved = True


class EnemyAttackResolved(ResolvedEvent):
    """An enemy's attack hits. Cards prevent `prevented`; Tough applies afterwards, when the damage is dealt."""

    help_text = (
        "The attack hits: a hero's DEF reduces the damage, and the defender or the attacked player takes the rest."
    )
    sentence = "{enemy} struck {target}: {damage} damage[, {defense} of {total} defended][ ({source})]"
    title = "Resolve the attack"
    target: Annotated[Remark, Choice("characters", free=True), Settled()] = ""
    defense: Annotated[Count, Settled()] = 0
    damage: Annotated[Count, Settled()] = 0
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()

    def settle(self, table: Champions, chance: Chance) -> Self:
        if (attack := current_activation(table, "attack")) is None:
            return self
        total = self.worth(table, attack) or 0
        return self.copy_with(
            enemy=attack.enemy,
            total=total,
            target=whom_attack_strikes(table, attack),
            defense=min(total, defense_of(table, attack)),
            damage=damage_of(table, attack, total, self.prevented),
            keywords=tuple(sorted(keywords_of(table, attack))),
        )

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_enemy_attack(table, Assault(self.enemy, self.target, self.damage, keywords=self.keywords))
        yield ActivationEnded()


class EnemySchemeResolved(ResolvedEvent):
    help_text = "The enemy's scheming puts threat on the main scheme."
    sentence = "{enemy} schemed: {threat} threat[ ({source})]"
    title = "Resolve the scheme"
    threat: Annotated[Count, Settled()] = 0

    @classmethod
    def kind(cls) -> Activity:
        return "scheme"

    def settle(self, table: Champions, chance: Chance) -> Self:
        if (scheme := current_activation(table, "scheme")) is None:
            return self
        total = self.worth(table, scheme) or 0
        return self.copy_with(enemy=scheme.enemy, total=total, threat=max(0, total - self.prevented))

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.threat:
            yield ThreatPlaced(scheme=MAIN, amount=self.threat)
        yield ActivationEnded()


# === Activations in one tap, for tables that do not follow them step by step =====================


class EnemyActivated(EncounterDeckTaken, ChampionsEvent):
    """A whole activation in one entry: defender, boost icons, result."""

    help_text = "An enemy's whole attack or scheme in one go, boost icons included."
    sentence = (
        "{enemy} activated against {seat}[: {damage} damage to {target}][: {threat} threat][, but {replaced} was "
        "discarded instead][ ({source})]"
    )
    title = "Activate an enemy all at once"
    limits = {EXHAUSTS: {}}
    heading = "Enemies"
    layout = Layout(usual=("boost", "defender"), no_choice=("kind", "value", "because"))
    former_fields = (*EncounterDeckTaken.former_fields, "boosts")
    enemy: EnemyId
    seat: InGame = Field(title="against whom")
    boost: Maybe = Field(default=0, title="boost icons")
    defender: DefenderId | None = Field(default=None, title="who defends")
    kind: Activity | None = Field(default=None, title="attack or scheme")
    value: Maybe | None = Field(default=None, title="how much in total")
    because: Occasioned | None = Field(default=None, title="why")
    source: Occasion = ""
    activity: Annotated[Activity, Settled()] = "attack"
    occasion: Annotated[Occasioned, Settled()] = "card"
    replaced: Annotated[StatusName, Settled()] = ""
    threat: Annotated[Count, Settled()] = 0
    target: Annotated[Remark, Choice("characters", free=True), Settled()] = ""
    damage: Annotated[Count, Settled()] = 0
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()
    frees: Annotated[bool, Settled()] = False
    """Whether limits of its period are reset, because it is not nested in another activation."""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The ways of the first activation that may begin; of the others, only the first way.

        Before them come the printed numbers that they need.
        """
        begun = () if table.tracks("activations") or [*numbers_due(table)] else offers_to_begin(table)
        for number, offer in enumerate(begun):
            first, *others = offers_at_once(table, offer.words, offer.fields)
            yield replace(first, question=offer.question or first.question)
            yield from () if number else others
        for offer in offers_by_card(table) if not table.tracks("activations") else ():
            yield replace(offer, opens_form=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_so(table, self)

    def settled_kind(self, table: Champions) -> Activity:
        """The kind of the activation."""
        return self.kind or kind_of(table, self.seat)

    def settle(self, table: Champions, chance: Chance) -> Self:
        frees = was_used(table, *over_with(self.settled_kind(table), table.activations_open))
        return self.copy_with(**{"replaced": "", "threat": 0, **outcome_of_activation(table, self)}, frees=frees)

    def taken_off_deck(self, table: Champions) -> int:
        return 1 if self.enemy == VILLAIN and not self.replaced else 0

    def plan(self, table: Champions) -> Sequence[Event[Champions]]:
        return [one.copy_with(kept=boosts_of(table, self)) for one in super().plan(table)]

    def apply(self, table: Champions) -> None:
        start_activation(table, self.enemy, self.seat, self.occasion)
        if not self.replaced:
            start_occurrence(table, HAPPENS[self.activity])
        if self.frees:
            use_again(table, *over_with(self.activity, table.activations_open))
        if self.replaced and (enemy := body_of(table, self.enemy)):
            setattr(enemy, self.replaced, False)
        elif self.enemy == VILLAIN:
            discard_boost(table)
        if self.target and self.target == self.defender and (whom := body_of(table, self.target)):
            whom.exhausted = True

    def follow_plan(self, table: Champions, plan: Sequence[Event[Champions]]) -> Iterator[Event[Champions]]:
        yield from plan
        yield from follow_enemy_attack(table, Assault(self.enemy, self.target, self.damage, keywords=self.keywords))
        if self.threat:
            yield ThreatPlaced(scheme=MAIN, amount=self.threat)
        yield from ends_of_effects(table, *over_with(self.activity, table.activations_open))


def offers_at_once(table: Champions, words: Text | None, fields: Known) -> Iterator[Offer]:
    """The usual ways of an activation: without a defender, or defended by a character of the attacked player."""
    enemy, seat = fields["enemy"], fields["seat"]
    yield _offer_at_once(table, EnemyActivated(enemy=enemy, seat=seat), words, fields, reminder=words)
    if kind_of(table, seat) == "scheme" or status_against(table, enemy, "attack"):
        return
    for defender in could_defend(table):
        event = event_if_valid(EnemyActivated, enemy=enemy, seat=seat, defender=defender)
        if event and player_of(table, defender) == seat and not any(why_cannot_defend(table, defender)):
            defends = text("{defender} defends", defender=table.called("characters", defender))
            yield _offer_at_once(table, event, defends, {**fields, "defender": defender})
    if not table.tracks("allies"):
        yield Offer(text("An ally defends"), fields, also_required=("defender",))


def _offer_at_once(
    table: Champions, event: EnemyActivated, words: Text | None, fields: Known, reminder: Text | None = None
) -> Offer:
    """A way of an activation, with a keypad for the number that is missing."""
    process = as_process(table, event)
    asked, field = question_at_once(table, process)
    if field and process.kind == "attack" and not event.defender:
        words = text("{activation}, no defender", activation=words)
    return Offer(
        text("{activation}: {asked}", activation=words, asked=asked),
        fields,
        also_required=("value",) if field == "value" else (),
        reminder=reminder,
        keypad=field,
        keypad_numbers=KEYPADS.get(field, ()),
        question=None if field else defense_question(table, event.enemy),
    )


def not_so(table: Champions, said: EnemyActivated) -> Iterator[Refused]:
    """The refusals for an activation: its order, its defender, or an unknown number."""
    yield from out_of_place(table, said.because, said.enemy, said.seat, said.kind)
    if said.defender and said.settled_kind(table) == "attack":
        yield from why_cannot_defend(table, said.defender)
    if said.boost and said.enemy != VILLAIN:
        yield NO_BOOSTS_FOR_MINIONS()
    process = as_process(table, said)
    if status_against(table, said.enemy, process.kind):
        return
    if said.enemy == VILLAIN:
        yield from amplify_unknown(table)
    if process.kind == "attack":
        yield from why_keywords_matter(table, process)
    if said.value is None:
        yield from why_outcome_unknown(table, process)


def discard_boost(table: Champions) -> None:
    """Discard a boost card from the encounter deck, and those kept for this activation; for `apply`."""
    table.scenario.take("deck", 1)
    table.scenario.discard += [""] * (1 + table.villain.boosts)
    table.villain.boosts = 0


def boosts_of(table: Champions, said: EnemyActivated) -> int:
    """The number of boost cards of an activation: one plus the kept ones; none for minions (F42)."""
    return 1 + table.villain.boosts if said.enemy == VILLAIN else 0


def as_process(table: Champions, said: EnemyActivated) -> Activation:
    """The activation with all its decisions made."""
    player = player_of(table, said.defender) if said.defender else ""
    return Activation(
        enemy=said.enemy,
        kind=said.settled_kind(table),
        seat=said.seat,
        target=player or said.seat,
        defender=said.defender or "",
        boosts=[Boost(icons=said.boost + amplify_icons(table) * boosts_of(table, said), open=True)],
    )


def outcome_of_activation(table: Champions, said: EnemyActivated) -> dict[str, object]:
    """The result of an activation: damage, threat, or a discarded status card."""
    process = as_process(table, said)
    found = {"activity": process.kind, "occasion": occasion_of(table, said.because)}
    if replaced := status_against(table, said.enemy, process.kind):
        return {**found, "replaced": replaced}
    worth = (value_of(table, process) if said.value is None else said.value) or 0
    if process.kind == "scheme":
        return {**found, "threat": worth}
    came = {"target": whom_attack_strikes(table, process), "damage": damage_of(table, process, worth)}
    return {**found, **came, "keywords": tuple(sorted(keywords_of(table, process)))}


# === Minions that engage a player by a card; other minions engage when they enter play (交战) ====

ENGAGED_ALREADY = never("engaged-already", "{minion} is already engaged with {seat}.", rule=sections.MOVE)


class MinionEngaged(ChampionsEvent):
    """A minion engages a player.

    It keeps damage, counters and status cards; with quickstrike it attacks a hero at once (A31).
    """

    title = "Engage a minion"
    help_text = "A card makes a minion engage another player."
    sentence = "{minion} engaged {seat}[ ({source})]"
    heading = "Enemies"
    tracked = ("minions",)
    minion: Annotated[str, Choice("minions", why_not=not_in_play)]
    seat: InGame
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        if self.minion in table.play and table.play[self.minion].engaged == self.seat:
            yield ENGAGED_ALREADY(
                minion=table.called("minions", self.minion), seat=table.called("identities", self.seat)
            )

    def apply(self, table: Champions) -> None:
        engage_player(table, self.minion, self.seat)
