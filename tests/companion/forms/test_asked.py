"""A form shows all that the rules ask for: what a key chose stays chosen, and no needed field is folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

from companion.forms.form import Form, form_of
from companion.forms.initial_values import initial_values
from companion.forms.values import form_strings, known_values
from companion.testing import Spec, given
from domain.framework.events.event import Event
from domain.framework.fields.feasibility import values_of_shape
from domain.framework.fields.field_shapes import ChoiceShape
from domain.framework.fields.fields import fields_of, make_event
from domain.framework.game import PUBLIC, AnyGame, Prompt, Viewer
from domain.framework.refusal import Misfit, Refused, RefusedAll
from domain.framework.table import Table
from domain.framework.text import ENGLISH
from domain.games import BY_KEY
from domain.games.heroes3 import GAME as HEROES3
from domain.games.heroes3.cards.searching import CardKept, SearchBegun
from domain.games.heroes3.setup.bonuses import StartingBonusTaken
from domain.games.heroes3.setup.players import GameSetUp
from domain.games.heroes3.town.buildings import BuildingBuilt
from domain.games.heroes3.town.goods import FACES, ResourceDieKept
from domain.games.heroes3.town.units import UnitRecruited
from domain.log.open_prompts import open_prompts
from domain.log.reasons import reasons_against
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, game, taken
from tests.fillings import fill_asked, find_filling
from tests.first_turns import CHOSEN, Follower
from tests.moments import moments_of

FIRST = 60
"""So many prompts of a new table are looked at."""
MOST_KEYS = 4
CHOSEN_IN = ("checkboxes", "counts", "order", "radio", "words")
"""The templates of fields in which things are chosen among those that there are."""
ASKING = ("Say ", "Agree ", "Type in ", "Name ", "Which ", "How ")
"""How the sentence of a refusal begins that asks for a value."""
Said = Mapping[str, Any]
each_game = pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)


def opened(prompt: Prompt, table: Table, **also: Any) -> Form:
    """The form of a prompt, with the value of a key."""
    known = {**prompt.fields, **also}
    typed = initial_values(prompt.event, table, ENGLISH, {}, form_strings(prompt.event, known))
    return form_of(prompt.event, table, ENGLISH, typed, needs=prompt.also_required, prompts=[prompt])


def said_in(form: Form, prompt: Prompt, table: Table) -> Said:
    """What a form says before anything is filled in."""
    controls = [*form.preset, *form.shown, *form.folded]
    return known_values(prompt.event, table, {one.name: one.values for one in controls})


def keys_of(prompt: Prompt, table: Table) -> list[Said]:
    """The values of a prompt's keypad, each as a known field; one without if there is no keypad."""
    info = next((one for one in fields_of(prompt.event) if one.name == prompt.keypad), None)
    if info is None or not isinstance(info.shape, ChoiceShape):
        return [{}]
    return [{info.name: value} for value in [*values_of_shape(info.shape, table, prompt.fields)][:MOST_KEYS]] or [{}]


def unmarked(table: Table, game: AnyGame) -> Iterator[str]:
    """The refusals whose sentence asks for something, that a further field answers, and that are not marked so."""
    for cls in game.by_name.values():
        filled = with_something_required(cls, table)
        for reason in refusals_of(game, cls, filled, table):
            asks = reason.refusal.sentence.startswith(ASKING)
            if asks and not reason.refusal.asks and any(fields_answering(game, cls, reason.code, filled, table)):
                yield f"{cls.topic}: {reason.code}"


def with_something_required(cls: type[Event[Any]], table: Table) -> Said:
    """A value for each required field of an event, as far as one is found."""
    filled: dict[str, Any] = {}
    for info in fields_of(cls):
        values = islice(values_of_shape(info.shape, table, filled), 1) if info.required and not info.settled else ()
        for value in values:
            filled[info.name] = value
    return filled


def fields_answering(game: AnyGame, cls: type[Event[Any]], code: str, filled: Said, table: Table) -> Iterator[str]:
    """The optional fields with a value of which an event is no longer refused for a reason."""
    for info in fields_of(cls):
        for value in () if info.required or info.settled else islice(values_of_shape(info.shape, table, filled), 12):
            left = refusals_of(game, cls, {**filled, info.name: value}, table)
            if code not in {reason.code for reason in left}:
                yield info.name


def refusals_of(game: AnyGame, cls: type[Event[Any]], filled: Said, table: Table) -> Sequence[Refused]:
    """Why the rules refuse an event with some fields; nothing of one that is not well formed."""
    try:
        return reasons_against(game, make_event(cls, filled), table)
    except Misfit:
        return []


def faults_of(prompts: Sequence[Prompt], table: Table) -> Iterator[str]:
    """The forms that lose the value of a key, or fold a field without which the event is refused."""
    for prompt in (one for one in prompts if not one.complete):
        for key in keys_of(prompt, table):
            known = {**prompt.fields, **key}
            if find_filling(prompt.event, known, table).filling is None:
                continue
            form = opened(prompt, table, **key)
            said = said_in(form, prompt, table)
            yield from (
                f"{prompt.event.topic}: {name} is not {key[name]}" for name in key if said.get(name) != key[name]
            )
            yield from without_options(form)
            shown = [one.widget.field.name for one in form.shown]
            asked = fill_asked(prompt.event, known, shown, table)
            if asked.filling is None and asked.is_whole:
                yield f"{prompt.event.topic} “{prompt.title}” {key}: folds what it needs"


def without_options(form: Form) -> Iterator[str]:
    """The fields of a form to choose in, where there is nothing to choose from, and nothing is to be chosen first."""
    for one in form.shown:
        if one.widget.template in CHOSEN_IN and not (one.options or one.waits or one.hidden):
            yield f"{one.event}.{one.widget.field.name}: nothing to choose from"


@each_game
def test_the_form_of_an_offer_shows_all_that_it_needs(game: AnyGame) -> None:
    faults: dict[str, str] = {}
    for moment in moments_of(game):
        campaign = moment.play_on().campaign
        faults |= dict.fromkeys(faults_of(open_prompts(campaign.game, campaign.table), campaign.table), moment.name)
    assert faults == {}


@each_game
def test_a_refusal_that_asks_for_a_field_of_its_event_is_marked_so(game: AnyGame) -> None:
    """Otherwise the form folds the field."""
    tables = {"new": game.new_table()} | {one.name: one.play_on().campaign.table for one in moments_of(game)}
    faults = {fault: name for name, table in tables.items() for fault in unmarked(table, game)}
    assert faults == {}


@pytest.mark.parametrize(
    ("game", "key"), [pytest.param(game, key, id=f"{game}-{key}") for game, sets in CHOSEN.items() for key in sets]
)
def test_on_a_new_table_the_form_of_an_offer_shows_all_that_it_needs(game: str, key: str) -> None:
    follower = Follower(BY_KEY[game], CHOSEN[game][key])
    faults: dict[str, str] = {}
    while len(follower.told) < FIRST and (prompt := follower.next(follower.prompts())):
        faults |= dict.fromkeys(faults_of(follower.prompts(), follower.table), " → ".join(follower.told[-3:]))
        follower.does(prompt)
    assert faults == {}


def form_due(spec: Spec, event: type[Event[Any]], viewer: Viewer = PUBLIC, **also: Any) -> Form:
    """The form of the prompt of an event at a table, as a viewer sees it."""
    table = HEROES3.view(spec.play.campaign.table, viewer)
    prompt = next(one for one in open_prompts(HEROES3, table) if one.event is event)
    return opened(prompt, table, **also)


def needed_in(form: Form) -> list[str]:
    """The fields that a form shows as needed, although they are optional."""
    return [one.widget.field.name for one in form.shown if one.required and not one.widget.field.required]


BONUS = (
    GameSetUp(mode="clash", tracks=("cards", "map", "towns"), difficulty="normal"),
    *taken(CASTLE, DUNGEON), StartingBonusTaken(seat=CASTLE, bonus="artifacts"),
)  # fmt: skip
"""A search of artifacts is due, whose deck is in the box."""


BEGUN = BONUS[:-1]
LOOKED = SearchBegun(seat=CASTLE, deck="artifact", looked=("Amulet", "Orb"))
DWELLING = (*game("towns"), BuildingBuilt(seat=CASTLE, building="dwelling-bronze", cost={"gold": 0}))
"""One of three dwellings stands, so a unit's tier decides."""


def test_a_search_of_a_deck_in_the_box_shows_all_that_it_needs() -> None:
    table = given(HEROES3, *BONUS).play.campaign.table
    prompts = [one for one in open_prompts(HEROES3, table) if one.event is SearchBegun]
    assert [one.keypad for one in prompts] == ["how"]
    assert [*faults_of(prompts, table)] == []


def test_a_key_that_looks_at_cards_asks_which_cards() -> None:
    form = form_due(given(HEROES3, *BONUS), SearchBegun, how="look")
    how = next(one for one in form.shown if one.widget.field.name == "how")
    assert (how.value, [name for name, _ in how.others], "looked" in needed_in(form)) == ("look", [], True)


def test_a_key_that_takes_the_discarded_card_asks_for_no_others() -> None:
    form = form_due(given(HEROES3, *BONUS), SearchBegun, how="top of the discard pile")
    assert ("looked" in needed_in(form), "f.how" in form.narrows) == (False, True)


def test_what_is_complained_of_is_told_at_the_field_that_answers_it() -> None:
    table = given(HEROES3, *BONUS).play.campaign.table
    event = SearchBegun(seat=CASTLE, deck="artifact")
    typed = form_strings(SearchBegun, {"seat": CASTLE, "deck": "artifact", "how": "look"})
    form = form_of(SearchBegun, table, ENGLISH, typed, RefusedAll([*event.check(table)]))
    assert [(one.widget.field.name, one.required) for one in form.shown if one.faults] == [("looked", True)]


@pytest.mark.parametrize(("viewer", "offered"), [(Viewer.on(CASTLE), ["Amulet", "Orb"]), (PUBLIC, [])])
def test_the_card_to_keep_is_needed_and_only_its_seat_is_offered_those_looked_at(
    viewer: Viewer, offered: list[str]
) -> None:
    form = form_due(given(HEROES3, *BONUS, LOOKED), CardKept, viewer)
    card = next(one for one in form.shown if one.widget.field.name == "card")
    assert (card.required, [name for _, name in card.options]) == (True, offered)


def test_a_unit_whose_tier_decides_is_asked_for_it_once_it_is_named() -> None:
    spec = given(HEROES3, *DWELLING)
    forms = [form_due(spec, UnitRecruited, **named) for named in ({}, {"unit": "Harpies"})]
    assert [set(needed_in(form)) for form in forms] == [{"cost"}, {"cost", "tier"}]
    assert "f.unit" in forms[0].narrows


def test_the_dice_of_a_starting_bonus_are_asked_for_with_a_key_for_each_face() -> None:
    """H1: a tap chose the dice, and the app rolled them."""
    spec = given(HEROES3, *BEGUN).when(StartingBonusTaken(seat=CASTLE)).then()
    table = spec.play.campaign.table
    prompt = next(one for one in open_prompts(HEROES3, table) if one.event is ResourceDieKept)
    assert (prompt.required, prompt.keypad, [*prompt.missing]) == (True, "kept", ["kept"])
    assert [key["kept"] for key in keys_of(prompt, table)] == [*FACES][:MOST_KEYS]
