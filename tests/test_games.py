"""Laws that hold for every game, the toy game among them."""

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import orjson
import pytest

from companion.testing import Play
from domain.components.agenda import agenda_of
from domain.framework import kernel
from domain.framework.content import Content
from domain.framework.events.event import Event, sentence_of_event
from domain.framework.events.marked_fields import choices_of
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
)
from domain.framework.fields.fields import fields_of, make_event
from domain.framework.fields.number_paths import all_summed_in
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.refusal import RefusedAll
from domain.framework.table import Table, as_json, split_path, value_at
from domain.framework.text import ENGLISH, Term, Tongue, kebab_case, placeholders_of
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.entries import Raw, encode_state
from domain.log.entry_decoding import document_of, reader_of
from domain.log.reasons import reasons_against
from projections.documents.plain import plain_sheet
from tests import toy
from tests.moments import moments_of
from tests.strategies import plausible, played, played_on
from tests.suite.laws import each_of
from tests.toy import storms
from tools.reference import declared_refusals, modules_of

STEPS = 25
GAMES_UNDER_TEST: tuple[AnyGame, ...] = (toy.GAME, *BY_KEY.values())
EVENTS = {game.key: [(game, event) for event in game.events] for game in GAMES_UNDER_TEST}
CHINESE = Tongue(content="zh")
each_game = pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
each_event = each_of(EVENTS, named=lambda game, event: event.topic)


@cache
def plays(game: AnyGame) -> tuple[Play, ...]:
    """A few campaigns of a game, each some random events long, the same ones every time; only to be looked at.

    Some begin at an empty table, the others go on from the moments that the game names.
    """
    from_empty = (played(game, seed, STEPS) for seed in range(4))
    return (Play(game), *from_empty, *(played_on(moment, STEPS) for moment in moments_of(game)))


@cache
def guesses(game: AnyGame, event: type[Event[Any]]) -> Sequence[tuple[Play, Sequence[Event[Any]]]]:
    """Events of a class that may fit the table of each of the campaigns; only to be looked at."""
    return [(play, [*plausible(event, play.campaign.table, seed=1, count=5)]) for play in plays(game)]


# --- the header ------------------------------------------------------------------------------


def test_games_have_different_keys() -> None:
    keys = [game.key for game in GAMES_UNDER_TEST]
    assert len(set(keys)) == len(keys)


@each_game
def test_topics_are_unique_and_carry_the_games_key(game: AnyGame) -> None:
    topics = [event.topic for event in game.events]
    assert len(set(topics)) == len(topics)
    assert {event.topic.partition(".")[0] for event in game.own_events} == {game.key}


@each_game
def test_names_to_record_by_are_unique(game: AnyGame) -> None:
    by_hand = [event for event in (*game.own_events, *kernel.BY_HAND) if not event.automatic]
    tracking = [game.tracking] if game.table.areas else []
    assert len(game.by_name) == len({*by_hand, *tracking})


@each_game
def test_a_game_is_named_in_english_and_chinese(game: AnyGame) -> None:
    assert game.name.en
    assert re.search(r"[\u4e00-\u9fff]", game.name.zh)


@each_game
def test_a_game_has_seats(game: AnyGame) -> None:
    fewest, most = game.seats
    assert 1 <= fewest <= most


@each_game
def test_everything_in_the_pack_has_a_name(game: AnyGame) -> None:
    nameless = [
        f"{kind}.{id_}" for kind, things in game.pack.kinds.items() for id_, t in things.items() if not t.get("en")
    ]
    assert nameless == []


@each_game
def test_events_belong_to_steps_that_there_are(game: AnyGame) -> None:
    unknown = {(event.topic, step) for event in game.events for step in event.during if step not in game.table.steps}
    assert unknown == set()


# --- each event ------------------------------------------------------------------------------


@each_event
def test_an_event_has_a_help_text_of_its_own(game: AnyGame, event: type[Event[Any]]) -> None:
    assert re.fullmatch(r"\S.*[.!…)]", vars(event)["help_text"])


@each_event
def test_an_event_belongs_to_an_area_of_play(game: AnyGame, event: type[Event[Any]]) -> None:
    assert re.fullmatch(r"[A-Z][a-z ]+", event.heading)


@each_event
def test_taps_add_up_in_one_whole_number_and_in_what_the_rules_tell_of_it(
    game: AnyGame, event: type[Event[Any]]
) -> None:
    marked = [field for field in fields_of(event) if field.name in all_summed_in(event)]
    assert all(isinstance(field.shape, NumberShape) for field in marked)
    assert [field.settled for field in marked] == [False, *[True] * (len(marked) - 1)][: len(marked)]


@each_event
def test_an_event_has_a_topic_of_its_own(game: AnyGame, event: type[Event[Any]]) -> None:
    assert re.fullmatch(r"[a-z0-9]+\.[a-z0-9]+(-[a-z0-9]+)*", event.topic), kebab_case(event.__name__)


@each_event
def test_an_event_says_only_fields_that_it_has(game: AnyGame, event: type[Event[Any]]) -> None:
    said = placeholders_of(event.sentence)
    assert said <= set(event.model_fields)


@each_event
def test_an_event_asks_by_fields_that_it_has(game: AnyGame, event: type[Event[Any]]) -> None:
    assert placeholders_of(event.question) <= set(event.model_fields)


@each_event
def test_what_may_be_due_is_struck_off_when_it_is_recorded(game: AnyGame, event: type[Event[Any]]) -> None:
    for play, events in guesses(game, event) if event.question else ():
        table = play.campaign.table.model_copy(deep=True) if events else play.campaign.table
        for made in events:
            agenda_of(table).put(event, **made.model_dump(mode="json"))
            due = _due(made, table)
            made.record_on(table)
            assert _due(made, table) == due - 1 + _asks_again(made)


@each_game
def test_what_is_put_on_the_agenda_by_name_is_an_event_of_the_game(game: AnyGame) -> None:
    modules = [storms] if game is toy.GAME else modules_of(game)
    assert [put for module in modules for put in _put_amiss(inspect.getsource(module), game)] == []


def test_a_name_that_no_event_has_is_found_where_it_is_put() -> None:
    puts = (
        'table.agenda.put("spark-put-out", must=False, seat=name)',
        'table.agenda.put("sparkled", seat=name)',
        'table.agenda.put("year-turned" if late else "tower-shaken")',
        'table.agenda.put("spark-put-out", sit=name)',
    )
    assert [list(_put_amiss(put, toy.GAME)) for put in puts] == [
        [],
        ["sparkled"],
        ["tower-shaken"],
        ["spark-put-out.sit"],
    ]


def _put_amiss(source: str, game: AnyGame) -> Iterator[str]:
    """The names put on an agenda that no event of a game has, and the fields that the event of a name has not."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="put"), args=[first], keywords=keywords):
                fields = {keyword.arg for keyword in keywords if keyword.arg} - {"must"}
                for name in (part.value for part in _branches_of(first) if isinstance(part, ast.Constant)):
                    cls = game.by_name.get(name)
                    yield from (f"{name}.{field}" for field in fields - set(cls.model_fields)) if cls else [name]


def _branches_of(value: ast.expr) -> Iterator[ast.expr]:
    """What an expression may come to: both branches of a condition."""
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_branches_of(body), *_branches_of(orelse))
        case _:
            yield value


def _due(event: Event[Any], table: Table) -> int:
    """How often an event is due."""
    return sum(due.times for due in agenda_of(table).due.values() if due.is_met_by(event.topic, event))


def _asks_again(event: Event[Any]) -> bool:
    """Whether an answer says what a card brings: it is asked on until nothing more comes."""
    return getattr(event, "brings", "nothing more") != "nothing more"


@each_event
def test_secrets_are_fields_and_have_a_seat(game: AnyGame, event: type[Event[Any]]) -> None:
    assert set(event.secrets.fields) <= set(event.model_fields)
    assert not event.secrets.fields or event.secrets.of in event.model_fields


@each_event
def test_the_fields_of_an_event_are_described(game: AnyGame, event: type[Event[Any]]) -> None:
    described = fields_of(event)
    assert [field.name for field in described] == list(event.model_fields)
    assert all(field.label for field in described)
    orjson.dumps([field.default for field in described], default=as_json)


@each_event
def test_every_number_and_text_is_bounded(game: AnyGame, event: type[Event[Any]]) -> None:
    """Ids of a kind are bounded by what there is; all else by the field's type."""
    open_fields = [field for field in fields_of(event) if field.choice is None or field.choice.free]
    assert [place for field in open_fields for place in _unbounded(field.shape, field.name)] == []


def _unbounded(shape: FieldShape, place: str) -> Iterator[str]:
    """The places in a shape where a text or a number has no upper bound."""
    match shape:
        case TextShape(longest=None) | ChoiceShape(free=True, longest=None):
            yield f"{place}: text"
        case NumberShape(most=None):
            yield f"{place}: number"
        case ListShape(of=of) | MappingShape(of=of):
            yield from _unbounded(of, place)
        case ScalarShape(kinds=kinds):
            for kind in kinds:
                yield from _unbounded(kind, place)


@each_event
def test_options_are_ids_with_names(game: AnyGame, event: type[Event[Any]]) -> None:
    for play in plays(game):
        for choice in choices_of(event).values():
            options = choice.options(play.campaign.table)
            assert all(isinstance(id_, str) and str(name) for id_, name in options.items())


@each_event
def test_a_choice_depends_on_fields_that_stand_before_it_and_are_asked_for(
    game: AnyGame, event: type[Event[Any]]
) -> None:
    fields = fields_of(event)
    for place, field in enumerate(fields):
        asked = {before.name for before in fields[:place] if not before.settled}
        assert set(field.choice.given if field.choice else ()) <= asked


@each_event
def test_an_event_is_stored_and_read_back_equal(game: AnyGame, event: type[Event[Any]]) -> None:
    reader = reader_of(game)
    for _, events in guesses(game, event):
        for made in events:
            read = reader.entry(Raw(1, event.topic, encode_state(made, {"id": "c.0"})))
            assert (read.event, read.unreadable) == (made, "")
            assert make_event(event, made.model_dump(mode="json")) == made


@each_event
def test_the_fold_reads_an_event_as_every_check_does(game: AnyGame, event: type[Event[Any]]) -> None:
    """What is read fast cannot be told from what is validated: equal, copied, changed and dumped alike."""
    reader = reader_of(game)
    for _, events in guesses(game, event):
        for made in events:
            state = encode_state(made, {"id": "c.0"})
            fast, checked = reader.event(event.topic, state), reader.checked(event.topic, document_of(state))
            assert fast == checked == fast.model_copy() == fast.model_copy(deep=True)
            assert fast.model_dump(mode="json") == checked.model_dump(mode="json")
            assert fast.model_fields_set == checked.model_fields_set
            assert fast.copy_with(**dict(fast)) == made


@each_event
def test_an_event_is_told_in_both_languages(game: AnyGame, event: type[Event[Any]]) -> None:
    for play, events in guesses(game, event):
        for made in events:
            shown = sentence_of_event(event, dict(made), play.campaign.table)
            assert shown.render(ENGLISH)
            assert shown.render(CHINESE)


@each_event
def test_a_check_changes_nothing(game: AnyGame, event: type[Event[Any]]) -> None:
    for play, events in guesses(game, event):
        before = as_json(play.campaign.table)
        for made in events:
            reasons_against(play.campaign.game, made, play.campaign.table)
            assert as_json(play.campaign.table) == before


# --- tables, prompts, sheets -----------------------------------------------------------------


@each_game
def test_a_table_is_json_all_the_way_down(game: AnyGame) -> None:
    for play in plays(game):
        table = play.campaign.table
        again = game.table.model_validate_json(orjson.dumps(as_json(table)))
        assert as_json(again) == as_json(table)


@each_game
def test_a_step_is_one_that_there_is(game: AnyGame) -> None:
    for play in plays(game):
        _, step = play.campaign.table.place
        assert step == "" or step in play.campaign.game.steps


@each_game
def test_what_is_prompted_with_all_its_fields_is_accepted(game: AnyGame) -> None:
    for play in plays(game):
        for prompt in play.campaign.prompts(PUBLIC):
            if not prompt.missing:
                _accepts(play, make_event(prompt.event, as_json(dict(prompt.fields))))


def _accepts(play: Play, event: Event[Any]) -> None:
    try:
        play.again().record(event)
    except RefusedAll as refusal:
        raise AssertionError(f"{event!r} is prompted and refused: {refusal}") from refusal


@each_game
def test_prompts_name_fields_that_there_are_and_events_to_record(game: AnyGame) -> None:
    for play in plays(game):
        for prompt in game.prompts(play.campaign.table):
            assert set(prompt.fields) <= set(prompt.event.model_fields)
            assert prompt.event in game.by_name.values()
            assert str(prompt.title)


@each_game
def test_prompts_change_nothing(game: AnyGame) -> None:
    for play in plays(game):
        before = as_json(play.campaign.table)
        game.prompts(play.campaign.table)
        assert as_json(play.campaign.table) == before


@each_game
def test_sheets_are_json_and_their_keys_are_unique(game: AnyGame) -> None:
    for play in plays(game):
        sheets = game.sheets(play.campaign.table)
        assert len({sheet.key for sheet in sheets}) == len(sheets)
        for sheet in sheets:
            orjson.dumps(plain_sheet(sheet))


@each_game
def test_a_path_on_a_sheet_leads_to_its_number(game: AnyGame) -> None:
    for play in plays(game):
        for sheet in game.sheets(play.campaign.table):
            for path in _paths(sheet):
                value_at(play.campaign.table, split_path(path))


def _paths(part: Any) -> Iterator[str]:
    if getattr(part, "path", ""):
        yield part.path
    if isinstance(part, list | tuple):
        for each in part:
            yield from _paths(each)
    for name in getattr(part, "__dataclass_fields__", ()):
        value = getattr(part, name)
        if isinstance(value, list | tuple):
            yield from _paths(value)


@each_game
def test_series_are_whole_numbers_that_a_file_can_keep(game: AnyGame) -> None:
    for play in plays(game):
        series = game.series(play.campaign.table)
        assert all(type(value) is int and abs(value) < 2**63 for value in series.values())


@each_game
def test_a_view_leaves_the_table_alone(game: AnyGame) -> None:
    for play in plays(game):
        before = as_json(play.campaign.table)
        seen = game.view(play.campaign.table, PUBLIC)
        assert isinstance(seen, game.table)
        assert as_json(play.campaign.table) == before


@each_game
def test_a_step_is_named(game: AnyGame) -> None:
    assert all(isinstance(name, Term) or str(name) for name in game.table.steps.values())


@each_game
def test_live_is_what_a_fold_from_zero_gives(game: AnyGame) -> None:
    for play in plays(game):
        live = as_json(play.campaign.table)
        assert as_json(play.reopen().table) == live


@each_game
def test_a_fold_asks_no_content(game: AnyGame) -> None:
    for play in plays(game):
        bare = Campaign(play.campaign.id, game, play.memory, lambda digest: Content())
        assert as_json(bare.table) == as_json(play.campaign.table)


@pytest.mark.parametrize("game", [*BY_KEY.values()], ids=lambda game: game.key)
def test_a_refusal_is_declared_once(game: AnyGame) -> None:
    found = declared_refusals(*modules_of(game))
    assert len({(one.code, one.sentence, one.rule, one.bendable) for one in found}) == len(found)
    assert all(one.code == one.code.lower() and one.sentence.endswith((".", "]")) for one in found)
