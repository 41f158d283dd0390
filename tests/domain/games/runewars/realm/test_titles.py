"""Titles: what each costs at least, and which of them a seat can claim."""

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.realm.dials import OWN_TITLE_AGAIN, holder_of, least_price, title_priced, titles_claimable
from domain.games.runewars.state.table import Runewars, Seat

TITLE = next(iter(GAME.pack.of("titles")))


def war(influence: int, lying: int, held_by: str = "", ruled: bool = False) -> Runewars:
    table = GAME.new_table()
    assert isinstance(table, Runewars)
    table.seats = {seat: Seat(titles=[TITLE] if seat == held_by else []) for seat in ("human", "elf")}
    table.seats["human"].influence = influence
    table.on_titles = {TITLE: lying} if lying else {}
    table.rulings = [OWN_TITLE_AGAIN] if ruled else []
    return table


@pytest.mark.parametrize(
    ("influence", "lying", "held_by", "ruled", "may"),
    [
        (0, 0, "", False, False),
        (1, 0, "", False, True),
        (3, 3, "elf", False, False),
        (4, 3, "elf", False, True),
        (9, 3, "human", False, False),
        (9, 3, "human", True, True),
    ],
)
def test_c_24_a_title_is_claimed_for_more_than_lies_on_it_by_another_unless_the_table_rules_so(
    influence: int, lying: int, held_by: str, ruled: bool, may: bool
) -> None:
    table = war(influence, lying, held_by, ruled)
    assert (TITLE in titles_claimable(table, "human")) is may
    assert (least_price(table, TITLE), holder_of(table, TITLE)) == (lying + 1, held_by)


def test_a_title_is_called_with_what_lies_on_it() -> None:
    assert str(title_priced(war(0, 3), TITLE)).endswith("(3 influence)")
    assert "(" not in str(title_priced(war(0, 0), TITLE))
