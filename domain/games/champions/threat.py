"""Threat on schemes, and the consequences of reaching the target or zero."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, Lowers, NumbersMoved, Sets, Spends
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Line, Merged, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import (
    SAME_PLACE,
    InGame,
    Maybe,
    PlayedEvent,
    SchemeId,
    Some,
    comes_of_it,
    is_due,
    is_scenario_chosen,
    no_longer_due,
    not_in_play,
)
from domain.games.champions.endgame import follow_loss
from domain.games.champions.harm import ALREADY_SO, tally_of
from domain.games.champions.numbers import count_icons, is_threat_unknown, main_threat, times_players
from domain.games.champions.printing import icons_unknown
from domain.games.champions.state.kinds import SchemeSheet
from domain.games.champions.state.parts import InPlay
from domain.games.champions.state.table import MAIN, Champions, MainScheme
from domain.games.champions.zones import discard_from_play

# === Stages of the main scheme: completed and advanced (主线密谋) ================================

LAST_SCHEME = refusal("last-scheme", "This is already the last stage.", rule=sections.MAIN_SCHEME)
BELOW_TARGET = refusal("below-target", "{threat} of {target} threat: it is not completed.", rule=sections.MAIN_SCHEME)
NOT_COMPLETED = refusal(
    "not-completed", "Say first that the stage of the main scheme is completed.", rule=sections.MAIN_SCHEME
)
COMPLETED_ALREADY = never("completed-already", "This stage is already completed: the next one is due.")


class StageEvent(PlayedEvent):
    heading = "Schemes"


class MainSchemeCompleted(StageEvent):
    title = "Complete the main scheme"
    help_text = "The threat on the main scheme has reached its target: this stage is completed."
    sentence = "The stage of the main scheme was completed[: {scheme}]"
    scheme: Annotated[str, Choice("main-schemes"), Settled()] = ""
    last: Annotated[bool, Settled()] = False

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.main.target is not None:
            yield from stage_goes_on(table)
        if is_due(table, MainSchemeAdvanced):
            yield COMPLETED_ALREADY()

    def settle(self, table: Champions, chance: Chance) -> Self:
        # Only a known list of stages shows that this one is the last; otherwise the players say so.
        stages = len(table.main.stages)
        last = bool(stages and table.main.stage >= stages)
        return self.copy_with(scheme=table.main.sheet or table.main.name, last=last)

    def apply(self, table: Champions) -> None:
        comes_of_it(table, "stage")
        if not self.last:
            table.agenda.put(MainSchemeAdvanced)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.last:
            yield from follow_loss(table, "main scheme completed")
        elif table.main.stages:
            yield MainSchemeAdvanced()


class MainSchemeAdvanced(StageEvent):
    """Advance the main scheme. Excess threat is lost, and so are acceleration tokens unless ruled otherwise (A3)."""

    title = "Advance the main scheme"
    help_text = (
        "The next stage of the main scheme, with its starting threat. Acceleration tokens go, unless you "
        "rule otherwise."
    )
    sentence = (
        "The main scheme advanced to stage {stage}[: {scheme}][, target {target}][, {threat} threat]"
        "[; {gone|acceleration token|acceleration tokens} went]"
        "[; {tokens|acceleration token|acceleration tokens} stayed]"
    )
    log = LogRole(changes_names=True, memorable=True)
    question = (
        "Advance to the next stage of the main scheme[; {gone|acceleration token goes|acceleration tokens go}]"
        "[; {tokens|acceleration token stays|acceleration tokens stay}]"
    )
    layout = Layout(usual=("scheme", "target", "threat", "acceleration"))
    scheme: Annotated[Line | None, Choice("main-schemes", free=True)] = Field(default=None, title="which stage")
    target: Maybe | None = Field(default=None, title="target threat, for all players")
    threat: Maybe | None = Field(default=None, title="starting threat, for all players")
    acceleration: Maybe | None = Field(default=None, title="threat in each villain phase, for all players")
    stage: Annotated[Count, Settled()] = 0
    hazard: Annotated[Count, Settled()] = 0
    tokens: Annotated[Count, Settled()] = 0
    gone: Annotated[Count, Settled()] = 0
    """The acceleration tokens that are lost with the previous stage."""
    name: Annotated[Remark, Settled()] = ""
    """The new name of the main scheme if the given stage is not among the known ones."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """While the event is due: the tokens that stay or are lost, by the current ruling."""
        return {} if fields.get("stage") else {name: count or "" for name, count in tokens_left(table).items()}

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.main.stages and table.main.stage >= len(table.main.stages) and not self.scheme:
            yield LAST_SCHEME()
        if not is_due(table, MainSchemeAdvanced):
            yield from stage_goes_on(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        main = table.main
        stage = main.stage + 1
        id_ = self.scheme or (main.stages[stage - 1] if stage <= len(main.stages) else "") or main.name
        sheet = SchemeSheet.of(table, id_)
        name = "" if id_ in (*main.stages, main.name) else id_
        found = {"scheme": id_ or None, "stage": stage, "name": name}
        return self.copy_with(**found, hazard=sheet.hazard, **tokens_left(table)).completed_from_card(table, sheet)

    def completed_from_card(self, table: Champions, sheet: SchemeSheet) -> Self:
        """The event with missing numbers filled in from the card, as far as known (F1, F19)."""
        target = times_players(sheet.target, table.heads if sheet.target_each else 1)
        acceleration = times_players(sheet.acceleration, table.heads if sheet.acceleration_each else 1)
        start = times_players(sheet.threat, table.heads if sheet.threat_each else 1)
        return self.copy_with(
            target=target if self.target is None else self.target,
            threat=start if self.threat is None else self.threat,
            acceleration=acceleration if self.acceleration is None else self.acceleration,
        )

    def apply(self, table: Champions) -> None:
        main = table.main
        main.stage, main.threat, main.target = self.stage, self.threat or 0, self.target
        main.acceleration, main.unsaid = self.acceleration or 0, self.acceleration is None
        main.hazard, main.tokens, main.side, main.print_said = self.hazard, self.tokens, "B", False
        main.name = self.name or main.name
        table.agenda.drop(lambda due: due.has_fields(scheme=MAIN))
        if self.threat is None:
            table.agenda.put(ThreatCounted, must=False, scheme=MAIN)


IT_WAS_THE_LAST = Offer(
    text("It was the last stage of the main scheme: the players lose"),
    when=lambda table: is_due(table, MainSchemeAdvanced) and not table.main.stages,
)
"""The loss next to a stage that is due, if it is not typed in how many stages there are."""


class MainSchemeStands(StageEvent):
    help_text = "The threat is below the target: no next stage yet."
    sentence = "The stage of the main scheme was not completed after all"
    automatic = True

    def apply(self, table: Champions) -> None:
        no_longer_due(table, MainSchemeAdvanced)


def stage_goes_on(table: Champions) -> Iterator[Refused]:
    """The refusal for the next stage while the threat is below its target, or while the target is unknown."""
    threat, target = main_threat(table), table.main.target
    if target is None:
        yield NOT_COMPLETED()
    elif threat is not None and threat < target:
        yield BELOW_TARGET(threat=threat, target=target)


def tokens_left(table: Champions) -> Mapping[str, int]:
    """The acceleration tokens that stay for the next stage, and those that are lost (A3)."""
    tokens = table.main.tokens
    return {"tokens": tokens, "gone": 0} if table.ruled("tokens-carry-over") else {"tokens": 0, "gone": tokens}


def follow_main_scheme(table: Champions) -> Iterator[Event[Champions]]:
    """The consequence once the main scheme's threat reaches its target (F18), or falls below it again."""
    main, due, threat = table.main, is_due(table, MainSchemeAdvanced), main_threat(table)
    # Of an unknown threat, what was recorded is a part, which may be enough.
    if main.target and main.threat >= main.target and not due:
        yield MainSchemeCompleted()
    elif main.target and threat is not None and threat < main.target and due:
        yield MainSchemeStands()


# === Threat on schemes: placed, removed, moved; acceleration tokens; side schemes without threat (威胁, 支线密谋)

NO_THREAT = never("no-threat", "There is no threat on {scheme}.", rule=sections.THWART)
THREAT_UNCOUNTED = never(
    "threat-uncounted", "Say first how much threat is on {scheme}: that is not known.", rule=sections.THREAT
)
CRISIS = refusal(
    "crisis", "A crisis icon is in play ({scheme}): threat cannot be removed from the main scheme.",
    rule=sections.SIDE_SCHEMES, areas=("schemes",),
)  # fmt: skip


NEGATIVE = never(
    "negative-threat",
    "Threat is never below zero: at least 1 is placed, removed or moved.",
    rule=sections.THREAT,
)
# Amounts below 1 reach `check`, so that players get a refusal by the rules and not a field error.
Threat = Annotated[int, Field(ge=-999, le=999, json_schema_extra={"minimum": 1})]
"""An amount of threat; forms begin at 1, and `check` refuses lower values."""


def scheme_at(table: Champions, id_: str) -> MainScheme | InPlay | None:
    """A scheme by its id; None if it is gone."""
    return table.main if id_ == MAIN else table.play.get(id_)


def threat_of(event: Event[Champions], table: Champions) -> Iterable[str]:
    """The path of the threat on the event's `scheme`."""
    return threat_at(str(getattr(event, "scheme", "")))


def threat_at(id_: str) -> tuple[str, ...]:
    """The path of the threat of a scheme."""
    return ("main", "threat") if id_ == MAIN else ("play", id_, "threat")


def why_threat_stays(table: Champions, id_: str) -> Iterator[Refused]:
    """The refusal for removing threat from a scheme because of a crisis icon (支线密谋)."""
    if id_ == MAIN and count_icons(table, "crisis"):
        bodies = {**table.play, **table.seats}
        source = next(id_ for id_, body in bodies.items() if body.printed.get("crisis"))
        yield CRISIS(scheme=table.called("hosts", source))
    elif id_ == MAIN:
        yield from icons_unknown(table, "crisis")


def less_threat(table: Champions, id_: str, amount: int) -> Iterator[Refused]:
    """The refusal for removing more threat from a scheme than is known to be on it, while its threat is unknown."""
    scheme = scheme_at(table, id_)
    if scheme and is_threat_unknown(table, id_) and amount > scheme.threat:
        yield THREAT_UNCOUNTED(scheme=table.called("schemes", id_))


class ThreatEvent(PlayedEvent):
    heading = "Schemes"

    def check(self, table: Champions) -> Iterator[Refused]:
        if getattr(self, "amount", 1) < 1:
            yield NEGATIVE()


class ThreatPlaced(ThreatEvent):
    title = "Place threat"
    help_text = "Put threat on a scheme. A main scheme that reaches its target is completed at once."
    sentence = "{amount} threat placed on {scheme}[, {prevented} prevented][ ({source})]"
    scheme: SchemeId
    amount: Annotated[Threat, Merged(), MovesNumber(threat_of, less="prevented")]
    source: Occasion = ""
    prevented: Maybe = Field(default=0, title="prevented by a card")

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(prevented=min(self.prevented, self.amount))

    def apply(self, table: Champions) -> None:
        if scheme := scheme_at(table, self.scheme):
            scheme.threat += self.amount - self.prevented
            table.placed += self.amount - self.prevented
        comes_of_it(table, "threat")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.scheme == MAIN:
            yield from follow_main_scheme(table)


class ThreatRemoved(NumbersMoved[Champions], ThreatEvent):
    title = "Remove threat"
    help_text = "Remove threat from a scheme. A side scheme with none left is defeated."
    sentence = "{amount} threat removed from {scheme}[ by {by}][ by {ally}][ ({source})]"
    scheme: SchemeId
    amount: Annotated[Threat, Merged(), Lowers(threat_of, less="lost")]
    by: Annotated[InGame | None, Field(title="by whom")] = None
    source: Occasion = ""
    lost: Annotated[Count, Settled(), Merged()] = 0
    ally: Annotated[str, Choice("characters"), Settled()] = ""
    """The ally that removed it, for the player in `by`."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """The removed threat, at most as much as there was; without the player if an ally removed it."""
        amount, lost = fields.get("amount"), fields.get("lost")
        removed = {"amount": amount - lost} if isinstance(amount, int) and isinstance(lost, int) else {}
        return {**removed, "by": ""} if fields.get("ally") else removed

    def check(self, table: Champions) -> Iterator[Refused]:
        scheme = scheme_at(table, self.scheme)
        yield from less_threat(table, self.scheme, self.amount)
        if scheme and not scheme.threat and not is_threat_unknown(table, self.scheme):
            yield NO_THREAT(scheme=table.called("schemes", self.scheme))
        yield from why_threat_stays(table, self.scheme)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        tally_of(table, self.by or "").removed += self.amount - self.lost

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_threat_change(table, self.scheme)


class ThreatMoved(NumbersMoved[Champions], ThreatEvent):
    title = "Move threat"
    help_text = "A card moves threat from one scheme to another."
    sentence = "{amount} threat moved from {scheme} to {to}[ ({source})]"
    tracked = ("schemes",)
    scheme: SchemeId = Field(title="from which scheme")
    to: SchemeId
    amount: Annotated[Threat, Spends(threat_of), Gains(lambda event, table: threat_at(event.to))]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.scheme == self.to:
            yield SAME_PLACE()
        yield from less_threat(table, self.scheme, self.amount)
        yield from why_threat_stays(table, self.scheme)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_threat_change(table, self.scheme, self.to)


class ThreatCounted(NumbersMoved[Champions], ThreatEvent):
    """Set the threat on a scheme; it is due after a scheme or stage came with an unknown number."""

    title = "Count the threat"
    help_text = "How much threat is on a scheme right now."
    sentence = "{scheme} was set to {threat} threat[ ({source})]"
    question = "How much threat is on {scheme}?"
    layout = Layout(keypad="threat", keypad_numbers=range(10))
    scheme: SchemeId
    threat: Annotated[Maybe, Sets(threat_of)]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        scheme = scheme_at(table, self.scheme)
        is_asked = table.agenda.awaits(self)
        if scheme and scheme.threat == self.threat and not is_asked:
            yield ALREADY_SO()

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_threat_change(table, self.scheme)


TARGETS = range(4, 14)
"""The target threat for each player that is a tap each."""


class TargetThreatSet(ThreatEvent):
    """Set the target threat of the main scheme's stage, for all players together."""

    title = "Set the target threat"
    help_text = "The threat at which the stage of the main scheme is completed, for all players together."
    sentence = "The target threat of {scheme} was set to {target}"
    target: Some
    scheme: Annotated[str, Choice("schemes"), Settled()] = MAIN

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """While it is unknown; it is left undone only in the setup, where the main scheme is laid out (S8)."""
        if is_scenario_chosen(table) and table.main.target is None:
            names = {"scheme": table.called("schemes", MAIN), "count": table.heads}
            title = text("Which target threat has {scheme}, for {count|player|players} in total?", **names)
            keys, left = [each * table.heads for each in TARGETS], title if table.step == "setup" else None
            yield Offer(title, reminder=left, keypad="target", keypad_numbers=keys)

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.main.target == self.target:
            yield ALREADY_SO()

    def apply(self, table: Champions) -> None:
        table.main.target = self.target

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_main_scheme(table)


class SideSchemeDefeated(ThreatEvent):
    title = "Defeat a side scheme"
    help_text = "A side scheme with no threat left is defeated and leaves play."
    sentence = "{scheme} was defeated"
    log = LogRole(memorable=True)
    tracked = ("schemes",)
    scheme: Annotated[str, Choice("side-schemes", why_not=not_in_play)]

    def check(self, table: Champions) -> Iterator[Refused]:
        if (scheme := table.play.get(self.scheme)) and scheme.threat:
            yield STILL_THREAT(scheme=table.called("schemes", self.scheme), threat=scheme.threat)

    def apply(self, table: Champions) -> None:
        if self.scheme in table.play:
            table.beaten = {**table.beaten, "side scheme": table.beaten.get("side scheme", 0) + 1}
        discard_from_play(table, self.scheme)
        comes_of_it(table, "side scheme")


STILL_THREAT = refusal("still-threat", "There is still threat on {scheme}: {threat}.", rule=sections.SIDE_SCHEMES)


class AccelerationTokensPlaced(NumbersMoved[Champions], ThreatEvent):
    title = "Place acceleration tokens"
    help_text = "Put acceleration tokens on the main scheme: each adds 1 threat in every villain phase."
    sentence = "{amount|acceleration token|acceleration tokens} placed[ ({source})]"
    amount: Annotated[Some, Merged(), Gains("main.tokens")] = 1
    source: Occasion = ""


class AccelerationTokensRemoved(NumbersMoved[Champions], ThreatEvent):
    title = "Remove acceleration tokens"
    help_text = "A card takes acceleration tokens off the main scheme."
    sentence = "{amount|acceleration token|acceleration tokens} removed[ ({source})]"
    amount: Annotated[Some, Merged(), Spends("main.tokens")] = 1
    source: Occasion = ""


def follow_emptied_scheme(table: Champions, id_: str) -> Iterator[Event[Champions]]:
    """The consequence for a side scheme without threat."""
    if is_threat_unknown(table, id_):
        return
    if id_ in table.play and table.play[id_].type == "side scheme" and not table.play[id_].threat:
        yield SideSchemeDefeated(scheme=id_)


def follow_threat_change(table: Champions, *schemes: str) -> Iterator[Event[Champions]]:
    """The consequences after the threat on schemes was lowered, moved or counted."""
    yield from follow_emptied_scheme(table, schemes[0])
    if MAIN in schemes:
        yield from follow_main_scheme(table)
