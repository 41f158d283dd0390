"""The end of the war: a claim with real runes, the last winter, or an agreement of the players (游戏胜利)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.kernel.adjusting import SecretsOpened
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living, RunewarsEvent, SeatId, is_influence_unknown
from domain.games.runewars.rune_tokens import count_thrones, final_ranking, known_real, own_runes, rune_in, with_rune
from domain.games.runewars.runes import RuneEvent
from domain.games.runewars.state.table import Runewars

TOO_FEW_RUNES = never(
    "too-few-runes", "That makes {have|rune|runes}; it takes {goal} real ones to win.", rule=sections.VICTORY
)
WAR_IS_OVER = never("war-is-over", "The war is over.", rule=sections.VICTORY)
SAY_HOW_MANY = never(
    "say-real-runes", "It is unknown which runes are real: enter how many {seats} control.", rule=sections.VICTORY
)
NOT_ALL_WRITTEN = refusal(
    "not-all-written",
    "Not every rune of {seats} was written down. Count the real ones, and say how many there are.",
    rule=sections.VICTORY,
)
TOO_LATE = refusal(
    "too-late",
    "The last winter is over: all runes are turned up and counted.",
    rule=sections.VICTORY,
    areas=("calendar",),
)
NOT_YET_OVER = refusal("not-yet-over", "The last winter is not over yet.", rule=sections.VICTORY)
# The number of rune tokens in the box, 21 real and 17 false (配件清单).
MOST_SHOWN = 38
SECRETS_ONCE_WON = Offer(
    text("Reveal all secrets"),
    also_required=("agreed",),
    when=lambda table: table.winners and not table.secrets_open,
)
"""The offer to reveal all secrets once the war is won."""


class EndEvent(RunewarsEvent):
    heading = "End of the war"
    after_the_end = True


def why_war_over(table: Runewars) -> Iterator[Refused]:
    if table.winners:
        yield WAR_IS_OVER()


def end_war(table: Runewars, winners: Collection[str]) -> None:
    """End the war, and keep its result with the real runes that all players see; for `apply`."""
    table.winners, table.step = list(winners), "finished"
    scores = {seat: _shown_runes(table, seat) + count_thrones(table, seat) for seat in table.seats}
    table.note_result(winners, scores=scores if table.tracks("runes", "map") else None)


def _shown_runes(table: Runewars, seat: str) -> int:
    """The real runes of a seat that are face up."""
    runes = (rune_in(table, area) for area in with_rune(table, seat))
    return sum(rune is not None and rune.up and rune.kind == "real" for rune in runes)


class VictoryClaimed(RuneEvent):
    """Claims victory. The shown runes are revealed, including false ones. Each Dragon Throne counts as a real rune."""

    help_text = "With enough real runes you may flip them at any time, and win."
    sentence = "{seat} showed the runes of {areas}[: {false} was false][ {won|and won the war}]"
    title = "Claim victory"
    heading = "End of the war"
    after_the_end = True
    acting_seat = "seat"
    log = LogRole(confirm_undo="revealed")
    seat: Living
    areas: Annotated[tuple[str, ...], Field(max_length=MOST_SHOWN), Choice("areas", own_runes, given=("seat",))] = (
        Field(title="where are the real runes")
    )
    false: Annotated[tuple[AreaId, ...], Settled()] = ()
    won: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers by each seat's own knowledge of real runes, which no other seat sees."""
        for seat in table.alive():
            shown = known_real(table, seat)[: table.goal - count_thrones(table, seat)]
            yield Offer(text("Claim victory"), {"seat": seat, "areas": shown}, opens_form=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        """The refusals by public knowledge only; identities are revealed afterwards."""
        yield from why_war_over(table)
        if table.step == "finished":
            yield TOO_LATE()
        have = len(set(self.areas)) + count_thrones(table, self.seat)
        if have < table.goal:
            yield TOO_FEW_RUNES(have=have, goal=table.goal)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        false = tuple(area for area in self.areas if (rune := rune_in(table, area)) and rune.kind == "fake")
        real = len(set(self.areas) - set(false)) + count_thrones(table, self.seat)
        return self.copy_with(false=false, won=real >= table.goal)

    def apply(self, table: Runewars) -> None:
        for area in self.areas:
            if rune := rune_in(table, area):
                rune.kind, rune.up = "fake" if area in self.false else "real", True
        if self.won:
            end_war(table, [self.seat])

    def follow(self, table: Runewars) -> Iterator[Event[Any]]:
        if self.won and not table.secrets_open:
            yield SecretsOpened(agreed=True)


TIE_UNKNOWN = never(
    "tie-unknown",
    "{seats} are tied, and the influence of one of them is not known: say who won.",
    rule=sections.VICTORY,
    asks=True,
)


class WarScored(RuneEvent):
    """Scores the war. Players count the runes whose identity was never recorded."""

    help_text = "After the last winter, flip all runes: most real runes wins, then most influence."
    sentence = "All runes were revealed: {real}. {winners} won the war"
    title = "Turn all runes up and count"
    heading = "End of the war"
    after_the_end = True
    log = LogRole(confirm_undo="revealed")
    layout = Layout(no_choice=("real",))
    real: Annotated[Mapping[SeatId, Count], Field(max_length=4)] = Field(
        default_factory=dict, title="real runes, if not recorded"
    )
    winners: Annotated[tuple[SeatId, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offer after the last winter; players enter the numbers of real runes that were not recorded."""
        if table.step == "finished":
            needs = ("real",) if seats_uncounted(table) else ()
            yield Offer(text("Turn all runes up and count"), required=True, also_required=needs)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from why_war_over(table)
        if table.tracks("calendar") and table.step != "finished":
            yield NOT_YET_OVER()
        if left := tuple(table.called("seats", seat) for seat in seats_uncounted(table) if seat not in self.real):
            yield SAY_HOW_MANY(seats=left)
        elif tied := tie_unknown(table, {**runes_counted(table), **self.real}):
            yield TIE_UNKNOWN(seats=tuple(table.called("seats", seat) for seat in tied))

    def warnings(self, table: Runewars) -> Iterator[Refused]:
        left = [seat for seat in table.alive() if seat not in self.real and _has_unwritten_rune(table, seat)]
        if left and not seats_uncounted(table):
            yield NOT_ALL_WRITTEN(seats=tuple(table.called("seats", seat) for seat in left))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        real = {**runes_counted(table), **self.real}
        ranking = final_ranking(table, real)
        return self.copy_with(real=real, winners=tuple(ranking[0]) if ranking else ())

    def apply(self, table: Runewars) -> None:
        for area in table.land.values():
            if area.rune and area.rune.kind:
                area.rune.up = True
        end_war(table, self.winners)

    def follow(self, table: Runewars) -> Iterator[Event[Any]]:
        if not table.secrets_open:
            yield SecretsOpened(agreed=True)


def tie_unknown(table: Runewars, real: Mapping[str, int]) -> list[str]:
    """The seats with the most real runes, if the influence that breaks their tie is unknown."""
    first = [seat for seat in real if real[seat] == max(real.values())]
    return first if len(first) > 1 and is_influence_unknown(table, *first) else []


def runes_counted(table: Runewars) -> dict[str, int]:
    """The recorded real runes of each seat that is still in the war, including its thrones."""
    return {seat: count_thrones(table, seat) + _count_real(table, seat) for seat in table.alive()}


def seats_uncounted(table: Runewars) -> list[str]:
    """The seats whose real runes only the players can count: all if identities or control are not recorded."""
    if table.rune_tracking == "blind" or not table.tracks("map"):
        return table.alive()
    return []


def _has_unwritten_rune(table: Runewars, seat: str) -> bool:
    """Whether the identity of a rune of a seat was never recorded."""
    runes = (rune_in(table, area) for area in with_rune(table, seat))
    return any(rune is not None and not rune.kind for rune in runes)


def _count_real(table: Runewars, seat: str) -> int:
    runes = (rune_in(table, area) for area in with_rune(table, seat))
    return sum(rune is not None and rune.kind == "real" for rune in runes)


class WarEnded(EndEvent):
    title = "Call the war over"
    help_text = "The table agrees that the war is over: someone gives up, or only one player is left."
    sentence = "The war ended[: {winners} won][ ({source})]"
    log = LogRole(confirm_undo="scenario", headline=True, concludes=True)
    winners: Annotated[tuple[SeatId, ...], Field(max_length=4)] = Field(default=(), title="who wins")
    source: Occasion = Field(default="", title="why")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offer to record the last seat left as the winner, which the rulebook does not mention (G-16)."""
        if table.step == "finished" and (not table.tracks("runes") or tie_unknown(table, runes_counted(table))):
            yield Offer(text("Who won the war?"), required=True, also_required=("winners",))
        alive = table.alive()
        if table.season and len(alive) == 1 and len(table.seats) > 1:
            title = text("{seat} alone is left: the war is over", seat=table.called("seats", alive[0]))
            yield Offer(title, {"winners": alive})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from why_war_over(table)

    def apply(self, table: Runewars) -> None:
        end_war(table, self.winners)
