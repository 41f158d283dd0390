"""What heroes take along from one scenario to the next, and cards that are removed from the campaign."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import CardName, Maybe, SeatId
from domain.games.champions.campaign.slots import CampaignEvent
from domain.games.champions.setup.decks import OUT_OF_CAMPAIGN
from domain.games.champions.setup.scenarios import damage_with
from domain.games.champions.state.campaigns import CarryOver
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Occasion, Remark
from domain.language.refusal import Refused, refusal

REMOVED_ALREADY = refusal("removed-already", "{card} was removed from this campaign already.", rule=sections.CAMPAIGN)


def earned_by(table: Champions, seat: str) -> Sequence[str]:
    """The cards that a hero has earned."""
    carried = table.campaign.carried.get(seat)
    return carried.earned if carried else ()


class CarryOverRecorded(CampaignEvent):
    """Hit points count from the next game on; in the setup they count at once."""

    help_text = "What a hero takes along: hit points left, where they are not healed, cards earned, a remark."
    says = "{seat} takes along[ {left} hit points][: {earned}][, {remark}]"
    likely = ("left", "earned")
    seat: SeatId
    left: Maybe | None = Field(default=None, title="hit points left")
    earned: Annotated[tuple[CardName, ...], Field(max_length=20)] = Field(default=(), title="cards earned")
    remark: Remark = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if removed := [card for card in self.earned if card in table.campaign.removed]:
            yield OUT_OF_CAMPAIGN(cards=tuple(table.called("cards", card) for card in removed))

    def settle(self, table: Champions, chance: Chance) -> Self:
        """What was said already of the hit points after the last game stands, where nothing else is said."""
        before = table.campaign.carried.get(self.seat)
        last = table.number - (table.step == "setup")
        stands = self.left is None and before is not None and before.game >= last
        return self.but(left=before.left) if before and stands else self

    def apply(self, table: Champions) -> None:
        carried = table.campaign.carried.setdefault(self.seat, CarryOver())
        carried.left, carried.game = self.left, table.number
        carried.earned = list(dict.fromkeys([*carried.earned, *self.earned]))
        carried.remark = self.remark or carried.remark
        seat = table.seats.get(self.seat)
        if seat and table.step == "setup":
            seat.damage = damage_with(seat, self.left)


class EarnedCardLost(CampaignEvent):
    help_text = "A hero no longer takes along a card that was earned; it stays in the campaign."
    says = "{seat} no longer takes along {card}[, {reason}]"
    seat: SeatId
    card: Annotated[str, Choice("cards", earned_by, given=("seat",))]
    reason: Occasion = ""

    def apply(self, table: Champions) -> None:
        if carried := table.campaign.carried.get(self.seat):
            carried.earned = [card for card in carried.earned if card != self.card]


class CardRemovedFromCampaign(CampaignEvent):
    help_text = "A card is removed for the rest of the campaign, even where a scenario is tried again."
    says = "{card} is removed from the campaign[, {reason}]"
    card: CardName
    reason: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.card in table.campaign.removed:
            yield REMOVED_ALREADY(card=table.called("cards", self.card))

    def apply(self, table: Champions) -> None:
        campaign = table.campaign
        campaign.removed = list(dict.fromkeys([*campaign.removed, self.card]))
        for carried in campaign.carried.values():
            carried.earned = [card for card in carried.earned if card != self.card]


EVENTS = (CarryOverRecorded, EarnedCardLost, CardRemovedFromCampaign)
