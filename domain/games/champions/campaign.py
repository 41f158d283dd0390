"""The campaign: its scenarios in order, its log, the heroes' carry-over, and saved campaigns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from domain.components.numbers import NOT_ENOUGH, Changes, NumbersMoved
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Delta, KeepsOrder, Line, Merged, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import CardName, ChampionsEvent, Maybe, ScenarioName, SeatId
from domain.games.champions.harm import ALREADY_SO
from domain.games.champions.setup.decks import OUT_OF_CAMPAIGN
from domain.games.champions.setup.scenarios import TRY_AGAIN, damage_with, is_between, is_lost
from domain.games.champions.state.kinds import CampaignSheet
from domain.games.champions.state.table import CarryOver, Champions, Linked, LogWord, Mode, Planned

# === The scenarios of a campaign: planned, moved, skipped, replayed or passed; and the end of the campaign

CAMPAIGN_OVER = refusal("campaign-over", "The campaign is over.", rule=sections.CAMPAIGN)
NO_CAMPAIGN = never("no-campaign", "No scenario of a campaign is written down yet.")
NO_SLOT = never("no-slot", "There is no scenario {slot} in this campaign; it has {slots}.")
SLOT_NOT_OPEN = refusal("slot-not-open", "Scenario {slot} is not open: {scenario}.", rule=sections.CAMPAIGN)
SAME_SLOT = never("same-slot", "It is already number {slot}.")
NOT_LOST = refusal("not-lost", "{scenario} was not lost.", rule=sections.CAMPAIGN)
STILL_OPEN = refusal(
    "still-open", "Still to be played: {scenarios}. To give the campaign up, say why.", rule=sections.CAMPAIGN
)
SlotNumber = Annotated[int, Field(ge=1, le=99, title="scenario, by its number")]


class CampaignEvent(ChampionsEvent):
    heading = "Campaign"
    tracked = ("campaign",)
    after_the_end: ClassVar[bool] = False
    """Whether the event may be recorded in a campaign that is over."""

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.campaign.over and not self.after_the_end:
            yield CAMPAIGN_OVER()


class CampaignNamed(CampaignEvent):
    title = "Name the campaign"
    help_text = "Name the campaign, and say whether it is an expert one: then damage carries over between games."
    layout = Layout(keeps_unnamed=True)
    sentence = "The campaign was named {name}[, {expert|expert}]"
    name: Line = Field(title="name of the campaign")
    expert: bool = Field(default=False, title="expert campaign")

    def values_kept(self, table: Champions) -> Mapping[str, Any]:
        return {"expert": table.campaign.expert}

    def apply(self, table: Champions) -> None:
        table.campaign.name, table.campaign.expert = self.name, self.expert


def is_planned(table: Champions) -> bool:
    """Whether a campaign is chosen in the setup: there is none, or the last one is over."""
    return table.step == "setup" and (table.campaign.over or not table.campaign.slots)


class ScenarioPlanned(CampaignEvent):
    title = "Put a scenario into the campaign"
    help_text = "Add a scenario to the end of the campaign."
    sentence = "Campaign: {scenario}[, {mode}] was added"
    offer = Offer(when=lambda table: is_planned(table) and not table.campaign.over)
    scenario: ScenarioName
    mode: Mode = "standard"

    def apply(self, table: Champions) -> None:
        add_scenarios(table.campaign, Planned(scenario=self.scenario, mode=self.mode))


def add_scenarios(campaign: Linked, *planned: Planned) -> None:
    """Add scenarios at the end; if no scenario is current, the next open one becomes current. For `apply`."""
    campaign.slots = [*campaign.slots, *planned]
    campaign.at = campaign.at or campaign.next_open()


class SlotEvent(CampaignEvent):
    slot: Annotated[SlotNumber, Field(title="scenario number")]

    def check(self, table: Champions) -> Iterator[Refused]:
        slots = table.campaign.slots
        if self.slot > len(slots):
            yield NO_SLOT(slot=self.slot, slots=len(slots))
        elif not is_untouched(slots[self.slot - 1]):
            scenario = table.called("scenarios", slots[self.slot - 1].scenario)
            yield SLOT_NOT_OPEN(slot=self.slot, scenario=scenario)


def is_untouched(slot: Planned) -> bool:
    """Whether a scenario is open and was never played."""
    return slot.status == "open" and not slot.attempts


def taken_out(campaign: Linked, number: int) -> Planned | None:
    """Remove a scenario from the order and return it; the current scenario stays current unless it is removed.

    For `apply`.
    """
    if not 0 < number <= len(campaign.slots):
        return None
    here = campaign.here
    out = campaign.slots[number - 1]
    campaign.slots = [slot for slot in campaign.slots if slot is not out]
    _current_number(campaign, here)
    return out


def _current_number(campaign: Linked, here: Planned | None) -> None:
    """Update the number of the current scenario after a change of the order."""
    at = next((number for number, slot in enumerate(campaign.slots, 1) if slot is here), 0)
    campaign.at = at or campaign.next_open()


class PlannedScenarioMoved(SlotEvent):
    title = "Move a scenario of the campaign"
    help_text = "Move an upcoming scenario to another place in the campaign."
    sentence = "Campaign: scenario {slot} became number {to}"
    to: Annotated[int, Field(ge=1, le=99, title="its new place")]

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.to > len(table.campaign.slots):
            yield NO_SLOT(slot=self.to, slots=len(table.campaign.slots))
        if self.to == self.slot:
            yield SAME_SLOT(slot=self.slot)

    def apply(self, table: Champions) -> None:
        campaign, here = table.campaign, table.campaign.here
        if moved := taken_out(campaign, self.slot):
            campaign.slots = [*campaign.slots[: self.to - 1], moved, *campaign.slots[self.to - 1 :]]
            _current_number(campaign, None if here is None or is_untouched(here) else here)


class PlannedScenarioRemoved(SlotEvent):
    title = "Take a scenario out of the campaign"
    help_text = "Take an upcoming scenario out of the campaign."
    sentence = "Campaign: scenario {slot} was taken out"

    def apply(self, table: Champions) -> None:
        taken_out(table.campaign, self.slot)


class PlannedScenarioSkipped(CampaignEvent):
    title = "Skip a scenario of the campaign"
    help_text = "The campaign moves on without this scenario, whether or not it was played."
    sentence = "Campaign: scenario {slot} was skipped[ ({reason})]"
    slot: Annotated[SlotNumber, Field(title="scenario number")]
    reason: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        slots = table.campaign.slots
        if self.slot > len(slots):
            yield NO_SLOT(slot=self.slot, slots=len(slots))
        elif slots[self.slot - 1].status in ("won", "skipped"):
            scenario = table.called("scenarios", slots[self.slot - 1].scenario)
            yield SLOT_NOT_OPEN(slot=self.slot, scenario=scenario)

    def apply(self, table: Champions) -> None:
        campaign = table.campaign
        if self.slot <= len(campaign.slots):
            campaign.slots[self.slot - 1].status = "skipped"
            campaign.at = campaign.next_open() if campaign.at == self.slot else campaign.at


class ScenarioPassed(CampaignEvent):
    title = "Leave a scenario lost"
    help_text = "The scenario was lost and is not replayed: the campaign moves on to the next one."
    sentence = "Campaign: {scenario} was left as a loss, and the next scenario came up"
    scenario: Annotated[str, Choice("scenarios"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if is_between(table) and is_lost(table.campaign) and table.campaign.next_open():
            yield Offer(text("On to the next scenario"), question=TRY_AGAIN)

    def check(self, table: Champions) -> Iterator[Refused]:
        here = table.campaign.here
        if here is None:
            yield NO_CAMPAIGN()
        elif here.status != "lost":
            yield NOT_LOST(scenario=table.called("scenarios", here.scenario))

    def settle(self, table: Champions, chance: Chance) -> Self:
        here = table.campaign.here
        return self.copy_with(scenario=here.scenario if here else "")

    def apply(self, table: Champions) -> None:
        table.campaign.at = table.campaign.next_open()


class CampaignFinished(CampaignEvent):
    title = "Finish the campaign"
    help_text = "The campaign is over: its last scenario is played, or the table calls it a day."
    sentence = "The campaign ended: {won} of {slots} scenarios won[ ({reason})]"
    log = LogRole(confirm_undo="scenario")
    reason: Occasion = ""
    won: Annotated[Count, Settled()] = 0
    slots: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if is_between(table) and not table.campaign.next_open():
            lost = is_lost(table.campaign)
            yield Offer(text("The campaign is over"), required=not lost, question=TRY_AGAIN if lost else None)

    def check(self, table: Champions) -> Iterator[Refused]:
        campaign = table.campaign
        if not campaign.slots:
            yield NO_CAMPAIGN()
        left = [slot.scenario for slot in campaign.slots if slot.status == "open"]
        if left and not self.reason:
            yield STILL_OPEN(scenarios=tuple(table.called("scenarios", one) for one in left))

    def settle(self, table: Champions, chance: Chance) -> Self:
        slots = table.campaign.slots
        return self.copy_with(won=sum(slot.status == "won" for slot in slots), slots=len(slots))

    def apply(self, table: Champions) -> None:
        table.campaign.over = True


# === Saved campaigns: one from content is taken as a whole, and the current one can be saved =====

UNDER_WAY = refusal("campaign-under-way", "A campaign is under way[: {name}].", rule=sections.CAMPAIGN)
CAMPAIGN_KNOWN = never("campaign-known", "There is a campaign called “{name}” already. Give this one another name.")


ON_CARD = Printed(CampaignSheet, by="campaign")


class CampaignTaken(CampaignEvent):
    title = "Take a campaign"
    help_text = "Play a saved campaign, or one from a pack: its scenarios in order, and the numbers its log tracks."
    sentence = "The campaign was {campaign}[, {expert|expert}]: {scenarios}"
    after_the_end = True
    offer = Offer(when=lambda table: is_planned(table) and any(table.ids("campaigns")))
    campaign: Annotated[str, Choice("campaigns")]
    expert: bool = Field(default=False, title="expert campaign")
    scenarios: Annotated[tuple[ScenarioName, ...], KeepsOrder(), Settled(), ON_CARD] = ()
    counters: Annotated[tuple[Line, ...], KeepsOrder(), Settled(), ON_CARD] = ()

    def check(self, table: Champions) -> Iterator[Refused]:
        campaign = table.campaign
        if campaign.slots and not campaign.over:
            yield UNDER_WAY(name=table.called("campaigns", campaign.name))

    def apply(self, table: Champions) -> None:
        mode: Mode = "expert" if self.expert else "standard"
        campaign = Linked(name=self.campaign, expert=self.expert, counters=dict.fromkeys(self.counters, 0))
        add_scenarios(campaign, *(Planned(scenario=scenario, mode=mode) for scenario in self.scenarios))
        table.campaign = campaign


class CampaignKept(CampaignEvent):
    title = "Keep the campaign"
    help_text = "Save this campaign's scenarios and counters under a name, to use again."
    sentence = "The campaign was kept: {name}"
    log = LogRole(bookkeeping=True)
    after_the_end = True
    name: Line = Field(title="name of the campaign")
    scenarios: Annotated[tuple[ScenarioName, ...], KeepsOrder(), Settled()] = ()
    counters: Annotated[tuple[Line, ...], KeepsOrder(), Settled()] = ()

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.campaign.slots:
            yield NO_CAMPAIGN()
        if self.name in table.ids("campaigns"):
            yield CAMPAIGN_KNOWN(name=self.name)

    def settle(self, table: Champions, chance: Chance) -> Self:
        campaign = table.campaign
        return self.copy_with(
            scenarios=tuple(slot.scenario for slot in campaign.slots), counters=tuple(campaign.counters)
        )

    def apply(self, table: Champions) -> None:
        card = {"en": self.name, "scenarios": list(self.scenarios), "counters": list(self.counters)}
        table.library.setdefault(CampaignSheet.kind_name, {})[self.name] = card


# === The campaign log: entries with values, crossed out or not; and counters =====================

STRUCK_ALREADY = never("struck-already", "“{word}” is already crossed out.")


class LogWordWritten(CampaignEvent):
    """Write an entry in the campaign log; its former value and line are kept unless new ones are given."""

    title = "Write into the campaign log"
    help_text = "Write an entry in the campaign log, with a number or a line if you like. Writing it again changes it."
    sentence = "Campaign log: {word}[ {value}][: {line}]"
    layout = Layout(usual=("value", "line"))
    offer = Offer(when=is_between)
    word: Annotated[Line, Field(title="entry")]
    value: Count | None = None
    line: Remark = Field(default="", title="what is written next to it")

    def check(self, table: Champions) -> Iterator[Refused]:
        there, written = table.campaign.words.get(self.word), self._completed(table)
        if there and not there.struck and (there.value, there.line) == (written.value, written.line):
            yield ALREADY_SO()

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self._completed(table)

    def _completed(self, table: Champions) -> Self:
        """The event with the former value and line filled in if it gives none."""
        there = table.campaign.words.get(self.word)
        if there is None:
            return self
        return self.copy_with(value=there.value if self.value is None else self.value, line=self.line or there.line)

    def apply(self, table: Champions) -> None:
        table.campaign.words[self.word] = LogWord(value=self.value, line=self.line)


class LogWordStruck(CampaignEvent):
    title = "Strike out a word of the campaign log"
    help_text = "Cross out an entry in the campaign log; it can still be read."
    sentence = "Campaign log: {word} was crossed out[ ({reason})]"
    word: Annotated[str, Choice("log-words", lambda table: table.campaign.words), Field(title="which entry")]
    reason: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if (there := table.campaign.words.get(self.word)) and there.struck:
            yield STRUCK_ALREADY(word=self.word)

    def apply(self, table: Champions) -> None:
        if there := table.campaign.words.get(self.word):
            there.struck = True


def count_of(event: Event[Champions], table: Champions) -> Iterable[str]:
    """The path of the counter of an event."""
    return ("campaign", "counters", str(getattr(event, "counter", "")))


class CampaignCounterChanged(NumbersMoved[Champions], CampaignEvent):
    title = "Change a campaign counter"
    help_text = "One of the campaign's counters goes up or down."
    sentence = "Campaign: {counter} changed by {change}[ ({reason})]"
    counter: Annotated[Line, Choice("counters", lambda table: table.campaign.counters, free=True)]
    change: Annotated[Delta, Merged(), Changes(count_of, too_few=NOT_ENOUGH)]
    reason: Occasion = Field(default="")

    def check(self, table: Champions) -> Iterator[Refused]:
        if not self.change:
            yield ALREADY_SO()


# === Carry-over of heroes to the next scenario, and cards removed from the campaign ==============

REMOVED_ALREADY = refusal("removed-already", "{card} was already removed from this campaign.", rule=sections.CAMPAIGN)


def earned_by(table: Champions, seat: str) -> Sequence[str]:
    """The cards that a hero has earned."""
    carried = table.campaign.carried.get(seat)
    return carried.earned if carried else ()


class CarryOverRecorded(CampaignEvent):
    """Record the carry-over of a hero. Hit points apply from the next game on, or at once during the setup."""

    title = "Write down what carries over"
    help_text = "Carried by a hero into the next scenario: hit points if not healed, earned cards, a note."
    sentence = "{seat} carried over[ {left} hit points][: {earned}][ ({remark})]"
    layout = Layout(usual=("left", "earned"))
    seat: SeatId
    left: Maybe | None = Field(default=None, title="hit points left")
    earned: Annotated[tuple[CardName, ...], Field(max_length=20)] = Field(default=(), title="which cards were earned")
    remark: Remark = Field(default="", title="note")

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The carry-over of each hero if another scenario is next; in an expert campaign with the hit points left."""
        campaign = table.campaign
        if not is_between(table) or is_lost(campaign) or not campaign.next_open():
            return
        title = text("{seat}: write down what carries over")
        for id_, seat in table.seats.items():
            before = campaign.carried.get(id_)
            if before and before.game == table.number:
                continue
            if campaign.expert and seat.left:
                yield Offer(title, {"seat": id_, "left": seat.left}, opens_form=True, reminder=title)
            else:
                yield Offer(title, {"seat": id_}, opens_form=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if removed := [card for card in self.earned if card in table.campaign.removed]:
            yield OUT_OF_CAMPAIGN(cards=tuple(table.called("cards", card) for card in removed))

    def settle(self, table: Champions, chance: Chance) -> Self:
        """Keep the hit points recorded since the last game unless new ones are given."""
        before = table.campaign.carried.get(self.seat)
        last = table.number - (table.step == "setup")
        stands = self.left is None and before is not None and before.game >= last
        return self.copy_with(left=before.left) if before and stands else self

    def apply(self, table: Champions) -> None:
        carried = table.campaign.carried.setdefault(self.seat, CarryOver())
        carried.left, carried.game = self.left, table.number
        carried.earned = list(dict.fromkeys([*carried.earned, *self.earned]))
        carried.remark = self.remark or carried.remark
        seat = table.seats.get(self.seat)
        if seat and table.step == "setup":
            seat.damage = damage_with(seat, self.left)


class EarnedCardLost(CampaignEvent):
    title = "Leave an earned card behind"
    help_text = "A hero no longer brings an earned card along; the campaign keeps it."
    sentence = "{seat} left {card} behind[ ({reason})]"
    seat: SeatId
    card: Annotated[str, Choice("cards", earned_by, given=("seat",))]
    reason: Occasion = ""

    def apply(self, table: Champions) -> None:
        if carried := table.campaign.carried.get(self.seat):
            carried.earned = [card for card in carried.earned if card != self.card]


class CardRemovedFromCampaign(CampaignEvent):
    title = "Remove a card from the campaign"
    help_text = "A card is out for the rest of the campaign, even if a scenario is replayed."
    sentence = "{card} was removed from the campaign[ ({reason})]"
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
