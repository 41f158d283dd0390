"""Boost cards: given face down, turned up one at a time once it is decided who defends, and discarded (增效)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import (
    EncounterCard,
    EnemyId,
    Maybe,
    Some,
    cards_due,
    not_open,
    players_card,
)
from domain.games.champions.enemies.activation import DEFENSE_FIRST, NO_ACTIVATION, ActivationEvent
from domain.games.champions.enemies.course import amplified, at_hand
from domain.games.champions.piles.copies import none_left
from domain.games.champions.piles.encounter import EncounterDeckExhausted, taken
from domain.games.champions.state.kinds import CardSheet
from domain.games.champions.state.meant import of_encounter
from domain.games.champions.state.processes import Activation, Boost
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Occasion, Remark, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal

NO_BOOSTS_FOR_MINIONS = refusal(
    "no-boosts-for-minions", "Minions do not receive boost cards.", rule=sections.ENEMY_ATTACK
)
STAR_FIRST = refusal("star-first", "Resolve the boost ability[ of {card}] first.", rule=sections.ENEMY_ATTACK)
NO_BOOST_LEFT = never("no-boost-left", "There is no boost card face down.", rule=sections.ENEMY_ATTACK)
ICONS_UNKNOWN = never(
    "icons-unknown", "Say how many boost icons {card} has: nobody knows that card.", rule=sections.ENEMY_ATTACK
)


class BoostCardsGiven(ActivationEvent):
    """Outside an activation of the villain they wait for the next one."""

    help_text = "The villain is given boost cards from the encounter deck, face down; every activation gives one."
    says = "{enemy}: {amount|boost card|boost cards}[, {source}]"
    amount: Some = 1
    enemy: EnemyId = VILLAIN
    source: Occasion = ""
    beyond: Annotated[Count, Settled()] = 0
    emptied: Annotated[bool, Settled()] = False

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.enemy != VILLAIN:
            yield NO_BOOSTS_FOR_MINIONS()

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(**taken(table, self.amount))

    def apply(self, table: Champions) -> None:
        given = self.amount + table.villain.boosts
        table.scenario.take("deck", self.amount)
        activation = boosted(table)
        table.villain.boosts = given if activation is None else 0
        if activation:
            activation.boosts = [*activation.boosts, *(Boost() for _ in range(given))]

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.emptied:
            yield EncounterDeckExhausted(drawn=self.beyond)


BOOST = Printed(CardSheet, by="card", field="boost")


class BoostCardTurnedUp(ActivationEvent):
    """One at a time, in the order they were given (A7); a star is no icon, its ability comes before the discard."""

    help_text = "The next boost card is turned up: each of its icons is one more, its star an ability to resolve."
    says = "Boost card[: {card}]: {total|icon|icons}[{starred|, and a star}][, {source}]"
    title = "A boost card is turned up"
    likely = ("icons", "card")
    icons: Annotated[Maybe | None, BOOST] = Field(default=None, title="boost icons")
    card: EncounterCard | None = None
    star: bool = Field(default=False, title="a star among them")
    source: Occasion = ""
    total: Annotated[Count, Settled()] = 0
    starred: Annotated[bool, Settled()] = False

    def check(self, table: Champions) -> Iterator[Refused]:
        if (activation := at_hand(table)) is None:
            yield NO_ACTIVATION()
        elif face_down(activation) is None:
            yield NO_BOOST_LEFT()
        elif activation.kind == "attack" and not activation.decided:
            yield DEFENSE_FIRST()
        yield from star_open(table)
        yield from players_card(table, self.card)
        yield from none_left(table, self.card or "")
        if self.card and self.icons is None and self.card not in table.ids("cards"):
            yield ICONS_UNKNOWN(card=table.called("cards", self.card))

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = CardSheet.of(table, self.card or "")
        return self.but(total=(self.icons or 0) + amplified(table), starred=self.star or sheet.boost_star)

    def apply(self, table: Champions) -> None:
        activation = at_hand(table)
        if (boost := face_down(activation) if activation else None) is None:
            return
        boost.card, boost.icons, boost.star, boost.open = self.card or "", self.total, self.starred, True
        if self.starred:
            table.agenda.put(BoostAbilityResolved, card=self.card or "")
        else:
            table.scenario.discard.append(boost.card)


class BoostAbilityResolved(ActivationEvent):
    """Only what stands below the line of the text counts; most cards are discarded then."""

    help_text = "The ability beside the star of a boost card is resolved; then the card is discarded."
    says = "Boost ability[ of {card}][: {outcome}][{kept|; the card stays in play}]"
    asks = "Resolve the boost ability[ of {card}]"
    pad = "outcome"
    likely = ("outcome",)
    card: Annotated[Remark, Choice("cards", free=True, likely=of_encounter)] = ""
    outcome: Remark = Field(default="", title="what happened")
    kept: bool = Field(default=False, title="the card is not discarded")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_open(table, cards_due(table, self, "card"), self.card)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(card=self.card or next(iter(cards_due(table, self, "card")), ""))

    def apply(self, table: Champions) -> None:
        if not self.kept:
            table.scenario.discard.append(self.card)


def star_open(table: Champions) -> Iterator[Refused]:
    """Why an activation does not go on: the ability of a boost card that was turned up is still to be resolved."""
    for due in table.agenda.of(BoostAbilityResolved):
        yield STAR_FIRST(card=table.called("cards", str(due.fields["card"])))


def boosted(table: Champions) -> Activation | None:
    """The villain's activation at hand, perhaps around a minion's, that is still to be resolved."""
    villains = (one for one in reversed(table.activations) if one.enemy == VILLAIN and not one.resolved)
    return next(villains, None)


def face_down(activation: Activation) -> Boost | None:
    """The boost card of an activation to be turned up next."""
    return next((boost for boost in activation.boosts if not boost.open), None)


EVENTS = (BoostCardsGiven, BoostCardTurnedUp, BoostAbilityResolved)
