"""The steps before the resolution of an activation: boost cards and the defense."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Count, Line, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import (
    DASHED,
    EncounterCard,
    EnemyId,
    InGame,
    Maybe,
    PlayerCard,
    Some,
    cards_due,
    not_in_form,
    not_open,
    of_encounter,
    players_card,
)
from domain.games.champions.cards.handling import EXHAUSTS, exhausted_already
from domain.games.champions.enemies.course import (
    DEFENSE_FIRST,
    NO_ACTIVATION,
    NO_ATTACK,
    ActivationEvent,
    activation_at,
    amplify_icons,
    amplify_unknown,
    current_activation,
)
from domain.games.champions.enemies.prompt_words import BOOST_KEYS, boost_question, defense_question
from domain.games.champions.numbers import body_of
from domain.games.champions.piles.encounter_deck import EncounterDeckTaken, none_left
from domain.games.champions.state.kinds import NUMBER_NAMES, CardSheet, IdentitySheet
from domain.games.champions.state.parts import Activation, Boost
from domain.games.champions.state.table import VILLAIN, Champions
from domain.games.champions.timing.abilities import not_in_peril

# === Boost cards: given face down, turned up one at a time after the defense is decided, discarded (增效)

NO_BOOSTS_FOR_MINIONS = refusal(
    "no-boosts-for-minions", "Minions do not receive boost cards.", rule=sections.ENEMY_ATTACK
)
STAR_FIRST = refusal("star-first", "Resolve the boost ability[ of {card}] first.", rule=sections.ENEMY_ATTACK)
NO_BOOST_LEFT = never("no-boost-left", "There is no boost card face down.", rule=sections.ENEMY_ATTACK)
ICONS_UNKNOWN = never(
    "icons-unknown",
    "{card} is not known here: say how many boost icons it has.",
    rule=sections.ENEMY_ATTACK,
    asks=True,
)
ICONS_OPEN = ICONS_UNKNOWN.saying("Say how many boost icons the card has, 0 if none, or which card it is.")


class BoostCardsGiven(EncounterDeckTaken, ActivationEvent):
    """Give boost cards to the villain; outside its activation they are kept for the next one."""

    title = "Give boost cards"
    help_text = "Give the villain face-down boost cards from the encounter deck. Every activation gives one anyway."
    sentence = "{enemy} got {amount|boost card|boost cards}[ ({source})]"
    amount: Some = 1
    enemy: EnemyId = VILLAIN
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.enemy != VILLAIN:
            yield NO_BOOSTS_FOR_MINIONS()

    def taken_off_deck(self, table: Champions) -> int:
        return self.amount

    def apply(self, table: Champions) -> None:
        given = self.amount + table.villain.boosts
        table.scenario.take("deck", self.amount)
        activation = activation_boosted(table)
        table.villain.boosts = given if activation is None else 0
        if activation:
            activation.boosts = [*activation.boosts, *(Boost() for _ in range(given))]


BOOST = Printed(CardSheet, by="card", field="boost")


class BoostCardTurnedUp(ActivationEvent):
    """Turn up a boost card: one at a time, in the order they were given (A7).

    A star is no icon; its ability is resolved before the card is discarded.
    """

    help_text = "Turn up the next boost card: each icon adds 1, and a star means an ability to resolve."
    sentence = "Boost card[ {card}]: {total|icon|icons}[{starred|, and a star}][ ({source})]"
    title = "Turn up a boost card"
    layout = Layout(usual=("icons", "card"))
    icons: Annotated[Maybe | None, BOOST] = Field(default=None, title="boost icons")
    card: EncounterCard | None = None
    star: bool = Field(default=False, title="a star among them")
    source: Occasion = ""
    total: Annotated[Count, Settled()] = 0
    starred: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if activation := activation_at(table, "boosts"):
            words = boost_question(table, activation)
            needs = ("icons",)
            yield Offer(words, required=True, also_required=needs, keypad="icons", keypad_numbers=BOOST_KEYS)

    def check(self, table: Champions) -> Iterator[Refused]:
        if (activation := current_activation(table)) is None:
            yield NO_ACTIVATION()
        elif face_down(activation) is None:
            yield NO_BOOST_LEFT()
        elif activation.kind == "attack" and not activation.decided:
            yield DEFENSE_FIRST()
        yield from star_open(table)
        yield from amplify_unknown(table)
        yield from players_card(table, self.card)
        yield from none_left(table, self.card or "")
        if self.icons is None and not self.card:
            yield ICONS_OPEN()
        elif self.icons is None and self.card and self.card not in table.ids("cards"):
            yield ICONS_UNKNOWN(card=table.called("cards", self.card))

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = CardSheet.of(table, self.card or "")
        return self.copy_with(total=(self.icons or 0) + amplify_icons(table), starred=self.star or sheet.boost_star)

    def apply(self, table: Champions) -> None:
        activation = current_activation(table)
        if (boost := face_down(activation) if activation else None) is None:
            return
        boost.card, boost.icons, boost.star, boost.open = self.card or "", self.total, self.starred, True
        if self.starred:
            table.agenda.put(BoostAbilityResolved, card=self.card or "")
        else:
            table.scenario.discard.append(boost.card)


class BoostAbilityResolved(ActivationEvent):
    """Resolve a boost ability, which is the text below the line only; most cards are then discarded."""

    title = "Resolve the boost ability"
    help_text = "Resolve the star ability of a boost card, then discard the card."
    sentence = "Resolved the boost ability[ of {card}][: {outcome}][{kept|; the card stayed in play}]"
    question = "Resolve the boost ability[ of {card}]"
    layout = Layout(usual=("outcome",), keypad="outcome")
    card: Annotated[Remark, Choice("cards", free=True, likely=of_encounter)] = ""
    outcome: Remark = Field(default="", title="what happened")
    kept: bool = Field(default=False, title="the card is not discarded")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_open(table, cards_due(table, self, "card"), self.card)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(card=self.card or next(iter(cards_due(table, self, "card")), ""))

    def apply(self, table: Champions) -> None:
        if not self.kept:
            table.scenario.discard.append(self.card)


def star_open(table: Champions) -> Iterator[Refused]:
    """The refusal for continuing an activation while the ability of a boost card is unresolved."""
    for due in table.agenda.of(BoostAbilityResolved):
        yield STAR_FIRST(card=table.called("cards", str(due.fields["card"])))


def activation_boosted(table: Champions) -> Activation | None:
    """The villain's unresolved activation, even if a minion's is nested in it; None if there is none."""
    villains = (one for one in reversed(table.activations) if one.enemy == VILLAIN and not one.resolved)
    return next(villains, None)


def face_down(activation: Activation) -> Boost | None:
    """The next boost card of an activation to turn up; None if all are."""
    return next((boost for boost in activation.boosts if not boost.open), None)


# === The defense: one hero or ally exhausts, a card's ability, or no defense (防御) ==============

DEFENDED_ALREADY = refusal("defended-already", "This attack already has a defender.", rule=sections.DEFENSE)
TOO_LATE_TO_DEFEND = refusal(
    "too-late-to-defend", "The boost cards are already turned up: it is too late to defend.", rule=sections.DEFENSE
)


def could_defend(table: Champions) -> Iterable[str]:
    """The heroes still in the game, and the allies in play, of any player."""
    return (*table.in_game(), *table.copies("ally"))


def allies_are_tracked(table: Champions) -> bool:
    """Whether a defending ally must be a card in play."""
    return table.tracks("allies")


DefenderId = Annotated[Line, Choice("characters", could_defend, free=True, closed=allies_are_tracked)]
"""A hero, or an ally by any name if allies are not tracked."""


class DefenseEvent(ActivationEvent):
    def check(self, table: Champions) -> Iterator[Refused]:
        if (attack := current_activation(table, "attack")) is None:
            yield NO_ATTACK()
        else:
            yield from self.against(table, attack)

    def against(self, table: Champions, attack: Activation) -> Iterator[Refused]:
        """The refusals of a defense against this attack."""
        if attack.decided:
            yield DEFENDED_ALREADY()


class DefenderDeclared(DefenseEvent):
    """A character defends: it exhausts, and its player becomes the target of the attack."""

    help_text = "One hero or ally exhausts to defend. Anyone can step in for anyone."
    sentence = "{defender} defended[ for {seat}][ ({source})]"
    title = "Say who defends"
    limits = {EXHAUSTS: {}}
    layout = Layout(no_choice=("ally_of",))
    defender: Annotated[DefenderId, Field(title="who defends")]
    ally_of: InGame | None = Field(default=None, title="whose ally, if it is not in play")
    source: Occasion = ""
    seat: Annotated[str, Choice("identities"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The characters that can defend; if allies are not tracked, also any ally of the attacked player."""
        if attack := activation_at(table, "defense"):
            who = defense_question(table, attack.enemy)
            for defender in able_defenders(table, attack):
                yield Offer(text("{defender} defends"), {"defender": defender}, question=who)
            if not table.tracks("allies"):
                yield Offer(text("An ally defends"), {"ally_of": attack.target}, question=who)

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        return {"seat": ""} if fields.get("seat") == fields.get("defender") else {}

    def against(self, table: Champions, attack: Activation) -> Iterator[Refused]:
        if attack.defender or not attack.defended:
            yield from super().against(table, attack)
        if any(boost.open for boost in attack.boosts):
            yield TOO_LATE_TO_DEFEND()
        yield from why_cannot_defend(table, self.defender)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(seat=player_of(table, self.defender) or self.ally_of or "")

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.defender):
            whom.exhausted = True
        if attack := current_activation(table, "attack"):
            attack.defender, attack.decided, attack.defended = self.defender, True, True
            attack.target = self.seat or attack.target


class AttackUndefended(DefenseEvent):
    help_text = "No one exhausts to defend: the attack hits the hero of the attacked player."
    sentence = "No one defended"
    title = "No defender"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if attack := activation_at(table, "defense"):
            words = text("No defender against {enemy}", enemy=table.called("enemies", attack.enemy))
            yield Offer(words, required=True, question=defense_question(table, attack.enemy))

    def apply(self, table: Champions) -> None:
        if attack := current_activation(table, "attack"):
            attack.decided = True


class DefenseAbilityUsed(DefenseEvent):
    """A defense ability counts as a defense, and its player becomes the target; DEF is not used (A63).

    No one has to exhaust, and the table is no longer asked for a defender; a character may still exhaust to defend.
    """

    title = "Use a defense ability"
    help_text = "A card with a defense ability is used: the attack counts as defended, and now targets that player."
    sentence = "{seat} defended[ with {card}][ ({source})]"
    seat: InGame
    card: PlayerCard | None = None
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if attack := activation_at(table, "defense"):
            who = defense_question(table, attack.enemy)
            yield Offer(text("Defend with a card"), {"seat": attack.target}, opens_form=True, question=who)

    def against(self, table: Champions, attack: Activation) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)

    def apply(self, table: Champions) -> None:
        if attack := current_activation(table, "attack"):
            attack.decided, attack.defended, attack.target = True, True, self.seat


def player_of(table: Champions, defender: str) -> str:
    """The player whose hero or ally defends; empty if unknown."""
    if defender in table.play:
        return table.play[defender].controller
    return defender if defender in table.seats else ""


def why_cannot_defend(table: Champions, defender: str) -> Iterator[Refused]:
    """The refusals for exhausting to defend; a dash does not matter for allies (横杠)."""
    name = table.called("characters", defender)
    if defender in table.seats:
        yield from not_in_form(table, defender, "hero")
    yield from exhausted_already(table, defender)
    if defender in table.seats and "defense" in IdentitySheet.of(table, defender).dashes:
        yield DASHED(card=name, power=NUMBER_NAMES["defense"])


def able_defenders(table: Champions, attack: Activation) -> list[str]:
    """The characters that can exhaust to defend, those of the attacked player first."""
    able = [one for one in could_defend(table) if not any(why_cannot_defend(table, one))]
    return sorted(able, key=lambda one: player_of(table, one) != attack.target)
