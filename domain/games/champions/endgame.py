"""The end of a game: won, lost or given up (游戏胜利), and its record."""

from collections.abc import Iterator
from typing import ClassVar

from domain.framework.events.event import Layout, LogRole
from domain.framework.events.marks import Occasion
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import spaced_words, text
from domain.games.champions import sections
from domain.games.champions.base import NO_GAME, PlayedEvent, not_played
from domain.games.champions.numbers import main_threat
from domain.games.champions.state.parts import PastGame, Reason, Result, Tally
from domain.games.champions.state.table import VILLAIN, Champions, Planned

OTHER_REASON = never(
    "other-reason",
    "The game has not ended that way: {reason}. If a card ends it, choose “card”.",
    rule=sections.VICTORY,
)
VILLAIN_STANDS = OTHER_REASON.saying(
    "{villain} has {left|hit point|hit points} left. If a card ends the game, choose “card”."
)
SCHEME_GOES_ON = OTHER_REASON.saying("There is {threat} of {target} threat. If a card ends the game, choose “card”.")
STAGE_TO_COME = OTHER_REASON.saying("There is a stage still to come. If a card ends the game, choose “card”.")
SOMEBODY_LEFT = OTHER_REASON.saying("Still in the game: {seats}. If a card ends it, choose “card”.")


def just_won(table: Champions) -> bool:
    """Whether the game at hand is over, and the players won it."""
    return is_over_with(table, "won")


def is_over_with(table: Champions, result: Result) -> bool:
    """Whether the game at hand is over with this result."""
    return table.step == "over" and bool(table.games) and table.games[-1].result == result


def won_too(table: Champions) -> bool:
    """Whether the game at hand was lost, and the villain has no hit points left: a stage after it would have some."""
    return is_over_with(table, "lost") and table.villain.left == 0


def lost_too(table: Champions) -> bool:
    """Whether the game at hand was won, and the main scheme is full: a stage after it would not be.

    A table that said that it won all the same is not asked again. Where nobody is left, the game is lost by itself.
    """
    main = table.main
    return just_won(table) and not table.games[-1].decided and main.target is not None and main.threat >= main.target


class EndEvent(PlayedEvent):
    heading = "End of the game"
    log = LogRole(confirm_undo="scenario", concludes=True)
    result: ClassVar[Result]

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.step == "setup":
            yield NO_GAME()

    def apply(self, table: Champions) -> None:
        close_game(table, self.result, self.why())

    def why(self) -> Reason:
        """The reason for the record."""
        return "card"


class DecidedEvent(EndEvent):
    layout = Layout(no_choice=("reason",))
    reason: Reason
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from why_no_such_ending(table, self.result, self.reason)

    def why(self) -> Reason:
        return self.reason


class GameWon(DecidedEvent):
    """The players win, unless they lose by the same occurrence and the table does not decide otherwise (A45, F44)."""

    title = "Win the game"
    help_text = "The players win: the last villain stage is defeated, or a card says so."
    sentence = "The players won: {reason}[ ({source})]"
    log = LogRole(confirm_undo="scenario", headline=True, concludes=True)
    result = "won"
    reason: Reason = "villain defeated"
    offer = Offer(text("Won and lost at once: the table says that they win"), when=won_too)

    def outlasts(self, table: Champions) -> bool:
        return won_too(table)


class GameLost(DecidedEvent):
    """The players lose.

    A game just won is lost too if both have the same occurrence (A45, F44); its record is replaced.
    """

    title = "Lose the game"
    help_text = "The players lose: the last main scheme stage is completed, everyone is out, or a card says so."
    sentence = "The players lost: {reason}[ ({source})]"
    log = LogRole(confirm_undo="scenario", headline=True, concludes=True)
    result = "lost"
    reason: Reason = "main scheme completed"
    offer = Offer(text("Won and lost at once: the players lose"), when=lost_too)

    def outlasts(self, table: Champions) -> bool:
        return just_won(table)


def follow_last_villain(table: Champions) -> Iterator[GameWon]:
    """The win by the defeat of the last villain stage, while the game is not over."""
    if not any(not_played(table)):
        yield GameWon()


def follow_loss(table: Champions, reason: Reason) -> Iterator[GameLost]:
    """The loss of the game, while it is not over or if the players have just won it."""
    if just_won(table) or not any(not_played(table)):
        yield GameLost(reason=reason)


def why_no_such_ending(table: Champions, result: Result, reason: Reason) -> Iterator[Refused]:
    """The refusal for a reason that contradicts the dials; unknown dials contradict nothing."""
    villain, main, threat = table.villain, table.main, main_threat(table)
    match result, reason:
        case _, "card":
            return
        case "won", "villain defeated" if villain.left:
            yield VILLAIN_STANDS(villain=table.called("characters", VILLAIN), left=villain.left)
        case "won", "villain defeated":
            if villain.stage < len(villain.stages) and not table.scenario.skirmish:
                yield STAGE_TO_COME()
        case "lost", "main scheme completed" if main.target is not None and threat is not None and threat < main.target:
            yield SCHEME_GOES_ON(threat=threat, target=main.target)
        case "lost", "main scheme completed":
            if main.stage < len(main.stages):
                yield STAGE_TO_COME()
        case "lost", "all eliminated":
            if seats := table.in_game():
                yield SOMEBODY_LEFT(seats=tuple(table.called("identities", seat) for seat in seats))
        case _:
            yield OTHER_REASON(reason=spaced_words(reason))


class GameAbandoned(EndEvent):
    title = "Give up the game"
    help_text = "You stop this game; it counts as neither a win nor a loss."
    sentence = "The game was given up[: {source}]"
    result = "abandoned"
    source: Occasion = ""

    def why(self) -> Reason:
        return "given up"


def close_game(table: Champions, result: Result, reason: Reason) -> None:
    """Close the game and add its record, or replace the record if it had ended otherwise; for `apply`."""
    again = table.step == "over" and bool(table.games)
    before = table.games[:-1] if again else table.games
    table.step, table.activations, table.payment = "over", [], None
    table.agenda.due = {}
    table.note_round()
    scenario, campaign = table.scenario, table.campaign
    linked = campaign.here if campaign.played(scenario.id) else None
    campaign.take_over(scenario.id, result)
    decided = again and result == "won"
    table.games = [*before, record_of(table, result, reason, linked).model_copy(update={"decided": decided})]
    if again:
        del table.played[-1:]
    winners = {"won": list(table.seats), "lost": [], "abandoned": None}[result]
    table.note_result(winners, "scenarios", scenario.id)


def record_of(table: Champions, result: Result, reason: Reason, linked: Planned | None) -> PastGame:
    """The record of the current game (F43), with its scenario in the campaign if it is linked."""
    scenario = table.scenario
    return PastGame(
        scenario=scenario.id,
        mode=scenario.mode,
        heroic=scenario.heroic,
        skirmish=scenario.skirmish,
        modular=[one.name for one in scenario.modular],
        heroes={id_: table.tallies.get(id_, Tally()).model_copy() for id_ in table.seats},
        aspects={id_: seat.aspect for id_, seat in table.seats.items() if seat.aspect},
        result=result,
        reason=reason,
        rounds=table.round,
        threat=main_threat(table),
        villain_stage=table.villain.stage,
        scheme_stage=table.main.stage,
        tokens=table.main.tokens,
        reshuffles=scenario.reshuffles,
        hazards=table.hazards,
        placed=table.placed,
        activations=table.activated_in_all,
        out=[id_ for id_, seat in table.seats.items() if seat.eliminated],
        session=table.sittings,
        defeated=dict(table.beaten),
        slot=table.campaign.at if linked else 0,
        attempt=linked.attempts if linked else 0,
    )
