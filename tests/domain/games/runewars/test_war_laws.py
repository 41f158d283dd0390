"""Laws of whole wars, at random and with undo (section 8 of the digest): the box, the land, the runes, the year."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from companion.testing import AnyEvent, Play
from domain.framework.table import as_json
from domain.games.runewars.areas import side_of, strongholds_of
from domain.games.runewars.cards import deck_of
from domain.games.runewars.heroes.company import HeroRecruited
from domain.games.runewars.realm.dials import developments_of
from domain.games.runewars.rune_tokens import MOST_FALSE, MOST_REAL, false_left, real_left
from domain.games.runewars.state.heroes import living_heroes
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.units import ExcessDestroyed, excess_of, on_map
from domain.games.runewars.war.outcome import attacker_wins
from domain.games.runewars.year.seasons import SeasonEnded, SpringCame
from tests.domain.games.runewars.wars import SEEDS, moments, war, wars

ALL_FATE, STRONGHOLDS, DEVELOPMENTS, ORDERS = 30, 4, 5, 8
Law = Callable[[Runewars], bool]


def broken(law: Law) -> Iterator[tuple[int, AnyEvent]]:
    """The first moment of each war at which a law does not hold."""
    for play in wars():
        yield from ((seed_of(play), event) for event, table in moments(play) if not law(table))


def seed_of(play: Play) -> int:
    return next(seed for seed in SEEDS if war(seed) is play)


def first(law: Law) -> object:
    return next(broken(law), None)


# --- the box ---------------------------------------------------------------------------------


def test_no_more_units_are_on_the_map_than_are_in_the_box() -> None:
    def fits(table: Runewars) -> bool:
        counts = {unit: UnitSheet.of(table, unit).figures for area in table.land.values() for unit in area.stacks}
        return all(on_map(table, unit) <= figures for unit, figures in counts.items() if figures)

    assert first(fits) is None


def test_units_of_each_type_are_their_factions() -> None:
    def owned(table: Runewars) -> bool:
        stacks = ((unit, stack) for area in table.land.values() for unit, stack in area.stacks.items())
        return all(stack.owner == (UnitSheet.of(table, unit).faction or "neutral") for unit, stack in stacks)

    assert first(owned) is None


def test_no_faction_has_more_than_four_strongholds_and_five_developments() -> None:
    def built(table: Runewars) -> bool:
        seats = table.seats
        return all(len(strongholds_of(table, seat)) <= STRONGHOLDS for seat in seats) and all(
            len(developments_of(table, seat)) <= DEVELOPMENTS for seat in seats
        )

    assert first(built) is None


def test_a_development_stands_beside_a_stronghold_of_its_owner() -> None:
    def beside(table: Runewars) -> bool:
        both = ((area.development, area.stronghold) for area in table.land.values() if area.development)
        return all(keep is not None and keep.owner == development.owner for development, keep in both)

    assert first(beside) is None


def test_there_is_one_of_each_city_hero_and_title() -> None:
    def single(table: Runewars) -> bool:
        cities = [area.city for area in table.land.values() if area.city not in ("", "?")]
        titles = [title for seat in table.seats.values() for title in seat.titles]
        heroes = [hero for hero in table.heroes if hero in table.ids("heroes")]
        return len(set(cities)) == len(cities) <= 7 and len(set(titles)) == len(titles) <= 3 and len(heroes) <= 12

    assert first(single) is None


def test_thirty_fate_cards_lie_in_the_deck_open_or_on_the_pile() -> None:
    def whole(table: Runewars) -> bool:
        lying = [*table.fate_discard, *table.fate_open]
        return (
            len(deck_of(table)) + len(lying) == ALL_FATE and max(Counter(filter(None, lying)).values(), default=0) <= 1
        )

    assert first(whole) is None


# --- runes -----------------------------------------------------------------------------------


def test_real_runes_on_the_map_and_in_the_box_are_twenty_one_and_false_ones_seventeen() -> None:
    def whole(table: Runewars) -> bool:
        kinds = Counter(area.rune.kind for area in table.land.values() if area.rune)
        real, false = real_left(table), false_left(table)
        return (kinds["real"] + real, kinds["fake"] + false) == (MOST_REAL, MOST_FALSE) and min(real, false) >= 0

    assert first(whole) is None


def test_every_token_is_of_a_group_that_counts_it() -> None:
    def counted(table: Runewars) -> bool:
        lying = Counter(area.rune.group for area in table.land.values() if area.rune)
        return lying == Counter({id_: group.tokens for id_, group in table.groups.items()})

    assert first(counted) is None


# --- the land --------------------------------------------------------------------------------


def test_no_side_has_more_than_eight_units_in_an_area_unless_some_are_to_be_destroyed() -> None:
    def within(table: Runewars) -> bool:
        due = [one.fields for one in table.agenda.due.values() if one.event == "excess-destroyed"]
        return all(
            not excess_of(area, side) or any(one["area"] == id_ and one["side"] == side for one in due)
            for id_, area in table.land.items()
            for side in {side_of(area, stack.owner) for stack in area.stacks.values()}
        )

    assert ExcessDestroyed
    assert first(within) is None


def test_a_seat_has_one_activation_token_in_an_area() -> None:
    assert first(lambda table: all(len(set(a.activated)) == len(a.activated) for a in table.land.values())) is None


def test_no_stack_is_owed() -> None:
    def positive(table: Runewars) -> bool:
        return all(min(s.standing, s.routed) >= 0 for area in table.land.values() for s in area.stacks.values())

    assert first(positive) is None


# --- seats and the year ----------------------------------------------------------------------


def test_influence_and_dials_are_never_owed() -> None:
    def paid(table: Runewars) -> bool:
        return all(min(seat.influence or 0, *seat.dials.values()) >= 0 for seat in table.seats.values())

    assert first(paid) is None


def test_four_orders_a_year_none_of_them_twice() -> None:
    def few(table: Runewars) -> bool:
        return all(len(seat.used) == len(set(seat.used)) <= 4 for seat in table.seats.values())

    assert first(few) is None


def test_spring_gives_back_all_orders_tokens_and_who_was_routed() -> None:
    springs = 0
    for play in wars():
        for event, table in moments(play):
            if isinstance(event, SpringCame):
                springs += 1
                assert not any(seat.used for seat in table.seats.values())
                assert not any(area.activated for area in table.land.values())
                assert not any(s.routed for area in table.land.values() for s in area.stacks.values())
    assert springs >= len(SEEDS)


def test_nothing_is_open_when_a_season_is_over() -> None:
    seasons = 0
    for play in wars():
        for event, table in moments(play):
            if isinstance(event, SeasonEnded):
                seasons += 1
                open_ = (table.battle, table.diplomacy, table.duel, table.bid, table.attempt, table.questing)
                assert open_ == (None, None, None, None, None, "")
                assert not any(area.contested for area in table.land.values())
                assert (table.fate_open, table.agenda.due) == ([], {})
    assert seasons > 3 * len(SEEDS)


def test_a_tied_battle_is_the_defenders() -> None:
    fought = [report for play in wars() for report in play.campaign.table.battles]  # type: ignore[attr-defined]
    counted = [one for one in fought if None not in (one.army(one.attacker).strength, one.army(one.defender).strength)]
    for report in counted:
        attack, defence = (report.army(side).strength for side in (report.attacker, report.defender))
        assert (report.winner == report.attacker) == attacker_wins(attack, defence)


def test_no_seat_has_more_than_three_heroes_but_while_one_deserts() -> None:
    def fit(table: Runewars) -> bool:
        return all(len(living_heroes(table.heroes, seat)) <= 3 for seat in table.seats)

    assert [said for said in broken(fit) if not deserts(said)] == []


def deserts(said: tuple[int, AnyEvent]) -> bool:
    """Whether a hero came for whom another goes at once, by an entry of its own."""
    return isinstance(said[1], HeroRecruited) and said[1].deserter is not None


# --- undo ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_war_with_what_was_taken_back_and_done_again_folds_to_what_it_was(seed: int) -> None:
    play = war(seed)
    again = Play(play.game)
    again.memory.raws = list(play.memory.raws)
    assert as_json(again.reopen().table) == as_json(play.campaign.table)


def test_much_happens_in_these_wars() -> None:
    met = {type(entry.event) for play in wars() for entry in play.campaign.entries()}
    assert len(met) > 90
