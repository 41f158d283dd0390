"""Seats: who sat down, their colours and their portraits; what is so already is not said again."""

import pytest

from companion.testing import given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import (
    ChairTaken,
    PhotoTaken,
    PlayerSeated,
    PortraitChosen,
    PortraitHung,
    PortraitTakenDown,
    SeatColoured,
    SessionStarted,
)
from domain.framework.table import SEAT_COLOURS
from domain.games import BY_KEY
from domain.games.heroes3.setup.players import FactionTaken
from domain.games.runewars.setup.players import FactionChosen
from tests.toy import GAME, SeatTaken

ONE, OTHER = "a" * 64, "b" * 64
SAT = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"))


def test_who_plays_without_a_name_is_the_host() -> None:
    given(GAME, *SAT).when(ChairTaken(seat="Ann", player="Zoe")).then(
        says("Zoe took the seat of Ann and sees its secrets from now on")
    )
    given(GAME, *SAT).when(ChairTaken(seat="Ann")).then(
        says("The host took the seat of Ann and sees its secrets from now on")
    )


@pytest.mark.parametrize(
    ("game", "taken", "seat", "path"),
    [
        ("heroes3", FactionTaken(faction="castle", player="Ann"), "castle", "seats.castle.player"),
        ("runewars", FactionChosen(faction="human", player="Ann"), "human", "seats.human.player"),
    ],
)
def test_who_takes_a_seat_is_its_player_until_somebody_else_is(
    game: str, taken: Event[object], seat: str, path: str
) -> None:
    seated = given(BY_KEY[game], taken)
    seated.when(PlayerSeated(seat=seat, player="Ann")).then(refused("has-that", bendable=False))
    seated.when(PlayerSeated(seat=seat, player="Ben")).then(table(**{path: "Ben"}))


def test_a_game_that_names_no_players_is_told_who_plays_all_the_same() -> None:
    given(GAME, *SAT).when(PlayerSeated(seat="Ann", player="Zoe")).then(says("Zoe plays Ann"))


@pytest.mark.parametrize(
    ("before", "again", "other", "path"),
    [
        (SeatColoured(seat="Ann", colour="red"), SeatColoured(seat="Ann", colour="blue"), "red", "colours"),
        (PortraitHung(seat="Ann", portrait=ONE), PortraitHung(seat="Ann", portrait=OTHER), ONE, "portraits"),
        (PortraitChosen(seat="Ann", head="fox"), PortraitChosen(seat="Ann", head="owl"), "fox", "portraits"),
    ],
)
def test_a_mark_is_changed_but_not_to_what_it_is(
    before: Event[object], again: Event[object], other: str, path: str
) -> None:
    marked = given(GAME, *SAT, before)
    marked.when(before).then(refused("has-that", bendable=False))
    marked.when(before.copy_with(seat="Bob")).then(table(**{f"{path}.Bob": other}))
    fields = again.model_dump()
    value = next(str(fields[name]) for name in ("colour", "portrait", "head") if name in fields)
    marked.when(again).then(table(**{f"{path}.Ann": value}))


def test_a_seat_has_its_chosen_colour_or_the_first_that_no_other_seat_has() -> None:
    seated = (*SAT, SeatTaken(seat="Cleo"), SeatColoured(seat="Bob", colour="red"))
    assert given(GAME, *seated).play.campaign.table.seat_colours() == {"Ann": "gold", "Bob": "red", "Cleo": "green"}


def test_two_seats_may_choose_one_colour() -> None:
    both = [SeatColoured(seat=seat, colour="blue") for seat in ("Ann", "Bob")]
    assert given(GAME, *SAT, *both).play.campaign.table.seat_colours() == {"Ann": "blue", "Bob": "blue"}


def test_more_seats_than_colours_begin_again() -> None:
    many = given(GAME, *(SeatTaken(seat=f"Guest {number}") for number in range(7)))
    colours = list(many.play.campaign.table.seat_colours().values())
    assert (colours[:6], colours[6]) == ([*SEAT_COLOURS], "red")


def test_a_faction_has_the_colour_of_its_own_board() -> None:
    factions = [FactionTaken(faction="dungeon", player="Ann"), FactionTaken(faction="castle", player="Bob")]
    kingdoms = given(BY_KEY["heroes3"], *factions).play.campaign.table
    realms = given(BY_KEY["runewars"], FactionChosen(faction="elf"), FactionChosen(faction="human")).play.campaign.table
    assert kingdoms.seat_colours() == {"dungeon": "red", "castle": "blue"}
    assert realms.seat_colours() == {"elf": "green", "human": "blue"}


def test_a_portrait_is_a_photo_and_is_taken_down_again() -> None:
    given(GAME, *SAT).when(PortraitHung(seat="Ann")).then(refused("no-portrait", bendable=False))
    hung = given(GAME, *SAT, PortraitHung(seat="Ann", portrait=ONE))
    hung.when(PortraitTakenDown(seat="Ann")).then(table(portraits={}))


def test_a_drawn_head_takes_the_place_of_a_photo_and_is_taken_down_like_one() -> None:
    hung = given(GAME, *SAT, PortraitHung(seat="Ann", portrait=ONE))
    hung.when(PortraitChosen(seat="Ann", head="fox")).then(
        says("Ann chose the portrait fox"), table(portraits={"Ann": "fox"})
    )
    chosen = given(GAME, *SAT, PortraitChosen(seat="Ann", head="fox"))
    chosen.when(PortraitHung(seat="Ann", portrait=ONE)).then(table(portraits={"Ann": ONE}))
    chosen.when(PortraitTakenDown(seat="Ann")).then(table(portraits={}))


def test_a_photo_belongs_to_the_session_at_hand_unless_it_is_said() -> None:
    given(GAME).when(PhotoTaken()).then(refused("no-photo", bendable=False))
    given(GAME).when(PhotoTaken(photo=ONE)).then(PhotoTaken(photo=ONE, session=None))
    met = given(GAME, SessionStarted())
    met.when(PhotoTaken(photo=ONE)).then(PhotoTaken(photo=ONE, session=1))
    met.when(PhotoTaken(photo=ONE, session=3)).then(PhotoTaken(photo=ONE, session=3))
