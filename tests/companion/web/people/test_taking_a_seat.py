"""A hero or faction that is taken on a phone seats that phone: all five games, from a campaign that has just begun."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.visitors.guests import Guest as Seated
from domain.framework.events.event import name_of
from domain.games import BY_KEY
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor, body
from tests.companion.web.api.program import Program, program

SEATS: dict[str, tuple[str, str, str]] = {
    "champions": ("spider-man", "Iron Man", "She-Hulk"),
    "agemonia": ("lunara", "venia", "torrax"),
    "odalin": ("Bragar", "Elda", "Mira"),
    "heroes3": ("castle", "necropolis", "dungeon"),
    "runewars": ("human", "elf", "undead"),
    "own": ("guardian", "scout", "Finn"),
}
"""Three heroes or factions of each game, with the fields of taking them."""


class Evening:
    """A table that has just begun, with its host and its guests."""

    def __init__(self, app: Flask, services: Services, game: str) -> None:
        self.app, self.services, self.game = app, services, BY_KEY[game]
        self.first, self.second, self.third = SEATS[game]
        begun = services.campaigns.new(game, f"New {game}", {}, services.new_command())
        self.campaign = begun.campaign
        self.key = next(one.key for one in services.list_campaigns() if one.campaign == begun.campaign)
        self.host = Visitor(app, self.key)
        (self.taking,) = (cls for cls in self.game.own_events if cls.seating)
        assert self.taking.seating
        self.field, self.player = self.taking.seating.seat, self.taking.seating.player

    def joins(self, name: str) -> Guest:
        return joined(self.app, self.services, name, key=self.key)

    def program(self, name: str) -> Program:
        return program(self.app, self.services, name, key=self.key)

    def fields(self, seat: str, player: str) -> dict[str, Any]:
        return {self.field: seat, self.player: player}

    def take(self, who: Visitor, seat: str, player: str, **sent: Any) -> str:
        answer = who.post(f"record/{name_of(self.taking)}", sent, **self.fields(seat, player))
        assert answer.status_code in (200, 303), body(answer)
        return body(answer)

    def take_back(self) -> None:
        """The host takes back what was recorded last."""
        last = self.services.campaigns.copy_from_file(self.campaign).position
        assert self.host.post(f"undo/{last}").status_code == 303

    def guest(self, name: str) -> Seated:
        return next(one for one in self.app.extensions["guests"].guests_of_campaign(self.campaign) if one.name == name)

    def seats(self, name: str) -> tuple[str, ...]:
        """The seats of a guest, as their pages know them."""
        chairs = self.services.campaigns.copy_from_file(self.campaign).table.chairs()
        return tuple(seat for seat in self.guest(name).seats if seat in chairs)


@pytest.fixture(params=BY_KEY)
def of_each_game(app: Flask, services: Services, request: pytest.FixtureRequest) -> Evening:
    return Evening(app, services, request.param)


@pytest.fixture
def evening(app: Flask, services: Services) -> Evening:
    """The consequences are the same in all games."""
    return Evening(app, services, "heroes3")


def test_who_takes_one_on_a_phone_without_a_seat_sits_there_at_once(of_each_game: Evening) -> None:
    """The answer to the tap is the seat's page; so does a player whom another device enters."""
    anna, ben, game = of_each_game.joins("Anna"), of_each_game.joins("Ben"), of_each_game
    assert re.search(rf'{game.player}(=|" value=")Anna', body(anna.get("")))
    anna.client.environ_base["HTTP_X_HAS"] = "."
    page = game.take(anna, game.first, "Anna")
    assert f'data-owner="{game.key} {game.guest("Anna").id} {game.first}"' in page
    assert "Anna · player ·" in anna.text("")
    game.take(game.host, game.second, "Ben")
    assert "Ben · player ·" in ben.text("")
    assert game.seats("Ben") == (game.second,)
    assert "Are you" not in ben.text("") + anna.text("")


def test_the_host_takes_seats_for_all_players_and_has_no_seat(evening: Evening) -> None:
    evening.take(evening.host, evening.first, "Carl")
    assert evening.app.extensions["guests"].host_seats(evening.campaign) == ()


def test_who_has_a_seat_enters_another_for_a_neighbour_and_keeps_it(evening: Evening) -> None:
    anna = evening.joins("Anna")
    evening.take(anna, evening.first, "Anna")
    evening.take(anna, evening.second, "Ben")
    assert evening.seats("Anna") == (evening.first,)


def test_a_seat_entered_for_a_guest_who_has_joined_is_theirs(evening: Evening) -> None:
    anna, _ = evening.joins("Anna"), evening.joins("Ben")
    evening.take(anna, evening.first, "ben")
    assert (evening.seats("Anna"), evening.seats("Ben")) == ((), (evening.first,))


def test_a_program_with_a_guest_s_token_is_seated_too_and_a_repeat_changes_nothing(evening: Evening) -> None:
    pia = evening.program("Pia")
    sent = {"id": "one-command", "event": name_of(evening.taking), "fields": evening.fields(evening.first, "Pia")}
    assert [pia.post("commands", sent).status_code for _ in range(2)] == [201, 200]
    assert evening.seats("Pia") == (evening.first,)
    assert pia.get().get_json()["you"]["seats"] == [evening.first]


def test_a_tap_whose_answer_was_lost_seats_the_phone_when_it_is_sent_again(evening: Evening) -> None:
    """As a crash leaves it behind: recorded, and the phone not seated yet."""
    anna, command = evening.joins("Anna"), "tapped-once"
    evening.take(anna, evening.first, "Anna", command=command)
    evening.app.extensions["guests"].move(evening.guest("Anna"), "player", ())
    evening.take(anna, evening.first, "Anna", command=command)
    assert evening.seats("Anna") == (evening.first,)


def test_a_seat_taken_back_is_free_and_restored_it_is_theirs_again(evening: Evening) -> None:
    anna = evening.joins("Anna")
    evening.take(anna, evening.first, "Anna")
    evening.take_back()
    assert "Anna · player ·" not in anna.text("")
    assert evening.seats("Anna") == ()
    evening.host.redo()
    assert evening.seats("Anna") == (evening.first,)


def test_who_was_entered_and_joins_without_a_seat_is_asked_and_sits_down_with_one_tap(evening: Evening) -> None:
    evening.take(evening.host, evening.first, "anna")
    anna, ben = evening.joins("Anna"), evening.joins("Ben")
    assert "Are you" not in ben.text("")
    action, hidden = next(form for form in anna.read("").forms if form[0].endswith("/people/claim"))
    anna.client.post(action, data=hidden)
    assert (evening.seats("Anna"), "Are you" in anna.text("")) == ((evening.first,), False)


def test_who_says_no_is_not_asked_again(evening: Evening) -> None:
    evening.take(evening.host, evening.first, "Anna")
    anna = evening.joins("Anna")
    assert "Are you" in anna.text("")
    anna.post("people/claim", {"seat": evening.first, "no": "no"})
    assert (evening.seats("Anna"), "Are you" in anna.text("")) == ((), False)


def test_who_plays_two_is_asked_for_the_second_and_has_both(evening: Evening) -> None:
    anna = evening.joins("Anna")
    evening.take(evening.host, evening.first, "Anna")
    evening.take(evening.host, evening.second, "Änna")
    assert evening.seats("Anna") == (evening.first,)
    hidden = next(hidden for action, hidden in anna.read("").forms if action.endswith("/people/claim"))
    anna.client.post(anna.at("people/claim"), data=hidden)
    assert set(evening.seats("Anna")) == {evening.first, evening.second}


def test_an_occupied_seat_is_not_asked_about_and_not_given_away(evening: Evening) -> None:
    evening.take(evening.host, evening.first, "Anna")
    evening.host.post("people/sit", {"place": f"at:{evening.first}"})
    anna = evening.joins("Anna")
    assert "Are you" not in anna.text("")
    assert anna.post("people/claim", {"seat": evening.first}).status_code == 422


def test_after_taking_it_back_they_take_another_and_another_player_takes_the_first(evening: Evening) -> None:
    anna, ben = evening.joins("Anna"), evening.joins("Ben")
    evening.take(anna, evening.first, "Anna")
    evening.take_back()
    evening.take(ben, evening.first, "Ben")
    evening.take(anna, evening.second, "Anna")
    assert (evening.seats("Anna"), evening.seats("Ben")) == ((evening.second,), (evening.first,))


def test_who_plays_two_takes_the_second_under_their_own_name(evening: Evening) -> None:
    anna = evening.joins("Anna")
    evening.take(anna, evening.first, "Anna")
    evening.take(anna, evening.second, "anna")
    assert set(evening.seats("Anna")) == {evening.first, evening.second}


def players(evening: Evening) -> dict[str, str]:
    """The player of each seat, as the table says."""
    return dict(evening.services.campaigns.copy_from_file(evening.campaign).table.played_by())


def test_who_takes_one_without_saying_who_plays_it_is_its_player(of_each_game: Evening) -> None:
    game = of_each_game
    pia = game.program("Pia")
    fields = {game.field: game.first} | ({game.player: "Pia"} if game.game.key == "heroes3" else {})
    pia.post("commands", {"id": "one-command", "event": name_of(game.taking), "fields": fields})
    assert (players(game), game.seats("Pia")) == ({game.first: "Pia"}, (game.first,))


def test_the_form_of_a_phone_without_a_seat_says_who_takes_it(of_each_game: Evening) -> None:
    game = of_each_game
    page = body(game.joins("Anna").get(f"record/{name_of(game.taking)}"))
    assert re.search(rf'name="f.{game.player}"[^>]*value="Anna"', page)


def test_the_second_of_one_phone_is_its_own_where_a_player_may_have_several(of_each_game: Evening) -> None:
    """Where players are rivals, who has a seat enters others for their neighbours."""
    game = of_each_game
    anna = game.joins("Anna")
    game.take(anna, game.first, "Anna")
    page = body(anna.get(f"record/{name_of(game.taking)}"))
    filled = re.search(rf'name="f.{game.player}"[^>]*value="Anna"', page)
    assert bool(filled) == (not game.game.rivals)


def test_who_chooses_a_seat_is_its_player_at_the_table(of_each_game: Evening) -> None:
    """By the page People, and by joining with it; the log says so, and the seat is called so."""
    game = of_each_game
    game.take(game.host, game.first, "Carl")
    game.take(game.host, game.second, "Dora")
    anna = game.joins("Anna")
    anna.post("people/sit", {"place": f"at:{game.first}"})
    joined(game.app, game.services, "Ben", f"at:{game.second}", key=game.key)
    assert players(game) == {game.first: "Anna", game.second: "Ben"}
    assert "Anna plays" in anna.log
    assert "Ben plays" in anna.log


def test_who_is_its_player_already_takes_the_seat_without_a_word(evening: Evening) -> None:
    evening.take(evening.host, evening.first, "anna")
    before = evening.services.campaigns.copy_from_file(evening.campaign).position
    joined(evening.app, evening.services, "Anna", f"at:{evening.first}", key=evening.key)
    assert evening.services.campaigns.copy_from_file(evening.campaign).position == before


def test_a_host_without_a_name_plays_nothing_in_the_log(evening: Evening) -> None:
    evening.take(evening.host, evening.first, "Anna")
    evening.host.post("people/sit", {"place": f"at:{evening.first}"})
    assert players(evening) == {evening.first: "Anna"}
    evening.host.post("people/sit", {"place": "play"})
    evening.host.post("people/sit", {"place": f"at:{evening.first}", "by": "Max"})
    assert players(evening) == {evening.first: "Max"}


def test_who_sits_down_is_not_what_undo_takes_back(evening: Evening) -> None:
    evening.take(evening.host, evening.first, "Anna")
    evening.take_back()
    evening.host.redo()
    joined(evening.app, evening.services, "Ben", f"at:{evening.first}", key=evening.key)
    undo = next(action for action, _ in evening.host.read("").forms if "/undo/" in action)
    evening.host.client.post(undo, data=evening.host.fields())
    assert players(evening) == {}


def actions(page: str) -> list[str]:
    """The events of the buttons that are in no fold, in their order: the large one first."""
    _, _, prompts = page.partition('id="prompts"')
    return re.findall(r'action="[^"]*/record/([\w-]+)"', prompts.partition("<details")[0].partition("</section>")[0])


def test_with_enough_players_the_table_goes_on_and_another_may_join_by_the_next_button(of_each_game: Evening) -> None:
    here = of_each_game
    join = name_of(here.taking)
    assert actions(body(here.host.get("")))[0] == join
    for seat in (here.first, here.second):
        here.take(here.host, seat, seat)
    shown = actions(body(here.host.get("")))
    assert shown[0] != join
    assert join in shown


def test_a_guest_without_a_seat_is_asked_first_to_take_one(of_each_game: Evening) -> None:
    here = of_each_game
    for seat in (here.first, here.second):
        here.take(here.host, seat, seat)
    cleo = here.joins("Cleo")
    assert actions(body(cleo.get("")))[0] == name_of(here.taking)
    here.take(cleo, here.third, "Cleo")
    assert actions(body(cleo.get("")))[:1] != [name_of(here.taking)]


# --- being named as the player of a seat that is at the table ---


NAMING = {"agemonia": ("player-assigned-to-hero", "hero")}
"""Events that name another player of a seat, with the field of the seat; elsewhere that is done on People."""


def name_player(game: Evening, who: Visitor, seat: str, player: str) -> int:
    """Name the player of a seat; returns the status."""
    event, field = NAMING["agemonia"]
    return who.post(f"record/{event}", {}, **{field: seat, "player": player}).status_code


def test_the_host_names_another_player_and_the_seat_is_on_their_phone(of_each_game: Evening) -> None:
    """Given Anna's seat; when the host names Ben as its player, then Ben's phone has it, and Anna's has none."""
    game = of_each_game
    anna, ben = game.joins("Anna"), game.joins("Ben")
    game.take(anna, game.first, "Anna")
    if game.game.key in NAMING:
        assert name_player(game, game.host, game.first, "ben") in (200, 303)
    else:
        game.host.post("people/give", {"seat": game.first, "guest": str(game.guest("Ben").id)})
    assert (game.seats("Anna"), game.seats("Ben")) == ((), (game.first,))
    assert players(game)[game.first].casefold() == "ben"
    assert "ben · player ·" in ben.text("").casefold()
    assert "Are you" not in anna.text("") + ben.text("")


def test_every_event_that_names_a_player_of_a_seat_either_adds_it_or_moves_it() -> None:
    named = {
        name_of(cls): cls
        for game in BY_KEY.values()
        for cls in game.own_events
        if "player" in cls.model_fields and not cls.seating and "ally" not in cls.model_fields
    }
    assert {name for name, cls in named.items() if cls.reseating} == {event for event, _ in NAMING.values()}
    assert {
        name for name, cls in named.items() if not cls.reseating and str(cls.sentence).startswith("{player}")
    } == set()


@pytest.fixture
def party(app: Flask, services: Services) -> Evening:
    return Evening(app, services, "agemonia")


def test_a_seat_that_nobody_had_on_a_phone_is_theirs_as_they_are_named(party: Evening) -> None:
    party.take(party.host, party.first, "Carl")
    party.joins("Ben")
    assert name_player(party, party.host, party.first, "Ben") in (200, 303)
    assert party.seats("Ben") == (party.first,)


def test_who_has_a_seat_keeps_it_beside_the_one_they_are_named_for(party: Evening) -> None:
    anna, ben = party.joins("Anna"), party.joins("Ben")
    party.take(anna, party.first, "Anna")
    party.take(ben, party.second, "Ben")
    name_player(party, party.host, party.first, "Ben")
    assert party.seats("Ben") == (party.second, party.first)


def test_a_guest_names_another_player_of_their_own_seat_and_of_no_other(party: Evening) -> None:
    anna, ben = party.joins("Anna"), party.joins("Ben")
    party.take(anna, party.first, "Anna")
    name_player(party, ben, party.first, "Ben")
    assert (party.seats("Anna"), party.seats("Ben")) == ((party.first,), ())
    name_player(party, party.host, party.first, "Anna")
    name_player(party, anna, party.first, "Ben")
    assert (party.seats("Anna"), party.seats("Ben")) == ((), (party.first,))


def test_a_player_without_a_phone_takes_no_seat_off_another_phone(party: Evening) -> None:
    """Two heroes on one phone: its owner plays for a person without a phone."""
    party.take(party.joins("Anna"), party.first, "Anna")
    name_player(party, party.host, party.first, "Dora")
    assert party.seats("Anna") == (party.first,)


def test_a_naming_that_is_refused_moves_no_seat(party: Evening) -> None:
    party.take(party.joins("Anna"), party.first, "Anna")
    party.joins("Ben")
    assert name_player(party, party.host, "no-such-seat", "Ben") == 422
    assert (party.seats("Anna"), party.seats("Ben")) == ((party.first,), ())
