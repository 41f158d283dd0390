"""The board: the dials of the villain and the main scheme, the heroes' pieces, and the waiting players."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.components.numbers import counter_of
from domain.framework.game import WhoseTurn
from domain.framework.text import text
from domain.framework.views.board import Button, Chip, Handle, Piece
from domain.framework.views.sharing import shared_by_viewers
from domain.framework.views.sheet import Said
from domain.games.champions.base import whose_turn
from domain.games.champions.display import cards, enemies
from domain.games.champions.display.cards import (
    hit_points,
    keywords_on,
    number_ask,
    power_asks,
    power_buttons,
    power_marks,
    power_pads,
    status_cards,
    statuses_on,
    tokens_on,
)
from domain.games.champions.display.heroes import (
    board_of_moments,
    board_of_timing,
    paying_asks,
    reminders_for,
)
from domain.games.champions.encounter import reveals_now
from domain.games.champions.enemies.course import current_activation, striking_now
from domain.games.champions.enemies.numbers_said import number_question, numbers_due
from domain.games.champions.enemies.prompt_words import activation_words, quickstrike_words
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.numbers import copies_lacking, is_exhausted
from domain.games.champions.rounds import rounds_left, step_threat
from domain.games.champions.state.kinds import FORM_NAMES, NUMBER_NAMES
from domain.games.champions.state.parts import Activation
from domain.games.champions.state.table import MAIN, VILLAIN, Champions, MainScheme, Villain
from domain.games.champions.threat import AccelerationTokensPlaced, AccelerationTokensRemoved

# === The player who acts: at turn or revealing a card; and the enemies that have not activated yet


def turn_shown(table: Champions) -> WhoseTurn | None:
    """The player at turn or with an encounter card to resolve; None while enemies activate."""
    seat = "" if being_resolved(table) or striking_now(table) else acting_seat(table)
    return WhoseTurn(table.called("identities", seat), seat) if seat else None


def say_enemies_waiting(table: Champions) -> Said:
    """The enemy that is activating, strikes at once or is next, and the number of enemies after it.

    Where a number is unknown that the next one needs, it is the question for it.
    """
    for id_, number in numbers_due(table):
        return number_question(table, id_, number)
    one, seat = being_resolved(table), acting_seat(table)
    first = [activation_words(table, one.enemy, seat, one.kind)] if one else []
    at_once = [quickstrike_words(table, copy) for copy in striking_now(table)]
    waiting = [*first, *at_once, *enemies.waiting_for(table)]
    return text("{first}[, and {left} more]", first=waiting[0], left=len(waiting) - 1 or "") if waiting else ""


def acting_seat(table: Champions) -> str:
    """The seat that acts now: it is attacked, resolves or reveals a card, or has the turn."""
    if activation := being_resolved(table):
        return activation.target or activation.seat
    if table.step == "encounters" and table.tracks("encounter"):
        due = (str(due.fields.get("seat", "")) for due in table.agenda.due.values())
        return next((seat for seat in due if seat), "") or reveals_now(table)
    return whose_turn(table)


def being_resolved(table: Champions) -> Activation | None:
    """The current activation; None if the table does not track activations."""
    return current_activation(table) if table.tracks("activations") else None


# === The board: the villain and the main scheme as dials, then each hero's area ==================


def board(table: Champions) -> Sequence[Piece]:
    """The pieces of the board; `table` is already veiled."""
    heroes = [hero_piece(table, seat) for seat in table.seats]
    if not table.scenario.id:
        return [*board_of_moments(table), *heroes, *board_of_timing(table)]
    scenario = [*enemies.board_of_enemies(table), villain_piece(table), main_scheme_piece(table)]
    dealt = enemies.board_of_encounters(table)
    return [*board_of_moments(table), *scenario, *heroes, *dealt, *board_of_timing(table)]


@shared_by_viewers
def villain_piece(table: Champions) -> Piece:
    """The villain's dial, with buttons for status cards."""
    name = table.called("enemies", VILLAIN)
    return Piece(
        VILLAIN,
        name,
        note=stage_of(table.villain),
        marks=list(villain_marks(table)),
        counters=[replace(hit_points(table, VILLAIN), look="life"), *tokens_on(table, VILLAIN)],
        chips=minion_chips(table),
        buttons=list(status_cards(table, VILLAIN)),
        asks=list(number_ask(table, VILLAIN, ("attack", "scheme"))) if table.tracks("activations") else [],
        rows=cards.lying_on(table, VILLAIN),
    )


def stage_of(cards: Villain | MainScheme) -> Said:
    """The number of the current stage; empty if there is only one.

    Stages are counted as they are played, not by the number on the card.
    """
    stages = len(cards.stages)
    of = stages if stages >= cards.stage else ""
    return text("Stage {stage}[ of {stages}]", stage=cards.stage, stages=of) if max(stages, cards.stage) > 1 else ""


def villain_marks(table: Champions) -> Iterator[Said]:
    """The status cards, powers and keywords of the villain, and the boost cards kept for its next activation."""
    yield from statuses_on(table, VILLAIN)
    yield from power_marks(table, VILLAIN, ("attack", "scheme"))
    yield from keywords_on(table, VILLAIN)
    if boosts := table.villain.boosts:
        yield text("{boosts|boost card|boost cards} face down", boosts=boosts)


def threat_marks(table: Champions) -> Iterator[Said]:
    """The threat added in each villain phase, the rounds until completion (F17, F40), and hazard icons."""
    if (more := step_threat(table)) and not copies_lacking(table, "acceleration"):
        yield text("+{threat} in each villain phase", threat=more)
    if rounds := rounds_left(table):
        yield text("full in at most {rounds|round|rounds} without thwarting", rounds=rounds)
    if hazard := table.main.hazard:
        yield text("{number}: {value}", number=NUMBER_NAMES["hazard"], value=hazard)


def minion_chips(table: Champions) -> list[Chip]:
    """The minions, each with the hero that it is engaged with."""
    minions = [(copy, table.play[copy].engaged) for copy in table.copies("minion")]
    return [
        Chip(text("{minion} → {hero}", minion=table.called("copies", copy), hero=table.called("identities", seat)))
        for copy, seat in minions
        if seat
    ]


@shared_by_viewers
def main_scheme_piece(table: Champions) -> Piece:
    """The main scheme: its threat and target, and the threat added in each villain phase."""
    main = table.main
    threat = replace(cards.threat_counter(table, MAIN), of=main.target, look="danger")
    tokens = counter_of(table, text("Acceleration tokens"), AccelerationTokensPlaced, AccelerationTokensRemoved)
    return Piece(
        "main-scheme",
        table.called("schemes", MAIN),
        note=stage_of(main),
        marks=list(threat_marks(table)),
        counters=[threat, tokens, *tokens_on(table, MAIN)],
        asks=cards.beside_asks(table),
        rows=[*cards.lying_on(table, MAIN), *cards.beside_the_villain(table)],
        inside=list(cards.encounter_piles(table)),
    )


@shared_by_viewers
def hero_piece(table: Champions, id_: str) -> Piece:
    """The play area of a player."""
    seat = table.seats[id_]
    name = table.called("identities", id_)
    is_acting = acting_seat(table) == id_
    dial = replace(hit_points(table, id_), look="life")
    return Piece(
        f"seat-{id_}",
        name,
        look="active" if is_acting else "",
        note=seat.player,
        marks=list(hero_marks(table, id_)),
        counters=[dial, *cards.hand_and_dealt(table, id_), *tokens_on(table, id_)],
        chips=cards.hand_chips(table, id_),
        asks=[]
        if seat.eliminated
        else [*paying_asks(table, id_), *power_asks(table, id_), *cards.into_play(table, id_)],
        pads=list(power_pads(table, id_)),
        rows=[*cards.engaged_with(table, id_), *cards.lying_on(table, id_)],
        inside=[*cards.pile_pieces(table, id_), *cards.controlled_pieces(table, id_)],
        buttons=[] if seat.eliminated else list(hero_buttons(table, id_)),
        handle=Handle(name, seat=id_, numbers=[("chip", dial)], active=is_acting),
    )


def hero_buttons(table: Champions, id_: str) -> Iterator[Button]:
    """The buttons of a hero who is still in the game."""
    yield from power_buttons(table, id_)
    yield Button(text("Change form"), FormChanged(seat=id_))
    yield from cards.exhaust_buttons(table, id_)
    yield from status_cards(table, id_)


def hero_marks(table: Champions, id_: str) -> Iterator[Said]:
    """The marks of a hero."""
    seat = table.seats[id_]
    if seat.eliminated:
        yield text("out of the game")
    yield FORM_NAMES[seat.form]
    if is_exhausted(table, id_):
        yield text("exhausted")
    yield from statuses_on(table, id_)
    yield from cards.ally_mark(table, id_)
    if table.first == id_:
        yield text("first player")
    powers = ("attack", "thwart", "defense") if seat.form == "hero" else ("recover",)
    yield from power_marks(table, id_, powers)
    yield from keywords_on(table, id_) if seat.form == "hero" else ()
    yield from reminders_for(table, id_)
