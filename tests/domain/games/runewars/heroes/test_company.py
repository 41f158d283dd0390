"""Who follows whom: dealt, recruited, deserted (获得英雄; 逃跑的英雄): X16, X18, X74."""

from typing import Any

from companion.testing import NOTHING, followed, given, given_bent, refused, says, table
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import choices_of
from domain.framework.game import PUBLIC
from domain.framework.kernel import Adjusted, AreasTracked
from domain.games.runewars.heroes.company import HeroDealt, HeroDeserted, HeroPlaced, HeroRecruited, drawn_heroes
from domain.games.runewars.heroes.damage import HeroDefeated
from domain.games.runewars.heroes.rewards import RewardDrawn, RewardUsed
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.setup.filling import AreaDescribed
from domain.games.runewars.setup.players import StartingPlayerFound
from domain.games.runewars.state.table import Laid
from tests.domain.games.runewars.heroes.summer import CARTHOS, DEALT, ELF, HEROES, typed, with_state
from tests.domain.games.runewars.moments import THREE

GOOD = typed("heroes", "astarra", en="Astarra", alignment="good")
EVIL = typed("heroes", "zyla", en="Zyla", alignment="evil")
BOXED = HeroDefeated(hero=ELF)
CAPTAIN = {"seats.elf.titles": ["captain"]}
BEGINS = StartingPlayerFound(seat="elf")
HIRED = tuple(HeroRecruited(seat="elf", hero=name, area="1A") for name in ("Astarra", "Bruin"))


DECK = tuple(typed("heroes", f"other {n}", en=f"Other {n}", alignment="neutral") for n in range(10))


def test_a_first_hero_is_dealt_from_the_cards_of_its_alignment() -> None:
    given(HEROES, *THREE, GOOD, EVIL, *DECK).when(HeroDealt(seat="elf")).then(
        table(**{"heroes.astarra.seat": "elf"}), says("Astarra joined Latari Elves")
    )


def test_no_hero_is_dealt_from_a_deck_of_which_only_some_cards_are_typed_in() -> None:
    given(HEROES, *THREE, GOOD, EVIL, *DECK[1:]).when(HeroDealt(seat="elf")).then(refused("no-hero-cards"))


def test_where_no_card_is_typed_in_the_first_hero_is_named() -> None:
    spec = given(HEROES, *THREE)
    spec.when(HeroDealt(seat="elf")).then(refused("no-hero-cards", bendable=False))
    spec.when(HeroDealt(seat="elf", hero="Astarra", area="1A")).then(table(**{"heroes.Astarra.area": "1A"}))


def test_x18_a_first_hero_has_the_alignment_of_the_faction() -> None:
    spec = given(HEROES, *THREE, EVIL).when(HeroDealt(seat="elf", hero="zyla"))
    spec.then(refused("other-alignment", bendable=True, says="Zyla (evil)"))


def test_x16_a_first_hero_stands_in_the_home_realm() -> None:
    home = Adjusted(path="land.1A.home", after="human", reason="as laid")
    spec = given(HEROES, *THREE, AreaTaken(seat="human", area="1A"), home)
    spec.when(HeroDealt(seat="elf", hero="Astarra", area="1A")).then(refused("hero-not-at-home", bendable=True))
    there = spec.when(HeroDealt(seat="elf", hero="Astarra", area="2A"))
    there.and_then(HeroPlaced(hero="Astarra", area="1A")).then(refused("hero-not-at-home", bendable=True))


def test_x16_where_homes_are_known_a_first_hero_stands_in_one() -> None:
    homes = (AreaDescribed(area="1A", home="elf"), AreaDescribed(area="5A", food=1))
    spec = given(HEROES, *THREE, *homes)
    spec.when(HeroDealt(seat="elf", hero="Astarra", area="5A")).then(refused("hero-not-at-home", bendable=True))
    spec.when(HeroDealt(seat="elf", hero="Astarra")).then(table(**{"heroes.Astarra.area": "1A"}))
    assert [*choices_of(HeroDealt)["area"].ids(spec.play.campaign.table, {"seat": "elf"})] == ["1A"]


def test_at_the_start_a_player_has_one_hero_and_no_hero_a_reward() -> None:
    spec = given(HEROES, *THREE, *DEALT)
    second = HeroDealt(seat="elf", hero="Astarra", area="1A")
    bought = HeroRecruited(seat="elf", hero="Bruin", area="1A")
    for early in (second, bought, RewardDrawn(seat="elf", hero=ELF, reward="rune-armor")):
        spec.when(early).then(refused("only-at-war", bendable=True))
        spec.when(early, bend="as the scenario says").then(table(**{f"heroes.{ELF}.seat": "elf"}))


def test_a_hero_follows_one_player() -> None:
    given(HEROES, *THREE, *DEALT).when(HeroDealt(seat="human", hero=ELF)).then(refused("hero-in-play", bendable=False))


def test_a_defeated_hero_comes_back_only_if_a_card_says_so() -> None:
    back = HeroRecruited(seat="human", hero=ELF, area="1A")
    spec = given(HEROES, *THREE, *DEALT).when(BOXED, bend="health is not typed in")
    spec.and_then(back).then(refused("hero-in-the-box", bendable=True))
    spec.and_then(back, bend="a card says so").then(table(**{f"heroes.{ELF}.seat": "human"}))


def test_g15_a_new_hero_needs_a_stronghold() -> None:
    spec = given(HEROES, *THREE, *DEALT)
    spec.when(HeroRecruited(seat="elf", hero="Astarra")).then(refused("no-stronghold", bendable=True))
    spec.when(HeroRecruited(seat="elf", hero="Astarra", area="1A")).then(refused("not-in-stronghold", bendable=True))


def test_x74_a_fourth_hero_makes_one_desert() -> None:
    spec = given_bent(HEROES, *THREE, *DEALT, *HIRED)
    fourth = HeroRecruited(seat="elf", hero="Corbin", area="1A")
    spec.and_then(fourth).then(refused("too-many-heroes", bendable=True))
    with_state(spec, **CAPTAIN).and_then(fourth.copy_with(deserter=ELF), bend="to a home area").then(
        followed(HeroDeserted(hero=ELF, seat="elf")), table(**{f"heroes.{ELF}": NOTHING, "heroes.Corbin.seat": "elf"})
    )


def test_that_one_deserts_for_a_fourth_is_told_once() -> None:
    three = given_bent(HEROES, *THREE, *DEALT, *HIRED)
    fourth = HeroRecruited(seat="elf", hero="Corbin", area="1A", deserter=ELF)
    three.when(fourth, bend="to a home area").then(
        says("Latari Elves recruited Corbin, to 1A", "Silhouette deserted Latari Elves")
    )


def test_x74_a_fourth_hero_is_not_dealt_either() -> None:
    spec = given_bent(HEROES, *THREE, *DEALT, *HIRED).when(HeroDealt(seat="elf", hero="Corbin"))
    spec.then(refused("too-many-heroes", bendable=True))


def test_who_deserts_is_ones_own() -> None:
    deserts = HeroRecruited(seat="elf", hero="Corbin", area="1A", deserter=CARTHOS)
    given(HEROES, *THREE, *DEALT).when(deserts).then(refused("not-offered"))


def test_the_captain_keeps_heroes_from_deserting() -> None:
    spec = with_state(given(HEROES, *THREE, *DEALT), **CAPTAIN)
    spec.when(HeroDeserted(hero=ELF)).then(refused("captain-holds", bendable=True, says="Captain"))


def test_what_a_deserter_carried_is_discarded_face_up() -> None:
    carried = (
        RewardDrawn(seat="elf", hero=ELF, reward="rune-armor"),
        RewardDrawn(seat="elf", hero=ELF),
        RewardDrawn(seat="elf", hero=ELF, reward="blade-of-fury"),
        RewardUsed(seat="elf", hero=ELF, reward="blade-of-fury"),
    )
    spec = given_bent(HEROES, *THREE, *DEALT, *carried).when(HeroDeserted(hero=ELF, source="a season card"))
    spec.then(
        table(reward_discard=["rune-armor", "blade-of-fury"]),
        says("Silhouette deserted Latari Elves, Rune Armor, Blade of Fury discarded (a season card)"),
    )


def test_at_setup_everybody_is_asked_for_a_hero() -> None:
    given(HEROES, *THREE, *DEALT, BEGINS).then_next("Daqan Lords: which hero was dealt first?")


def test_a_hero_is_dealt_here_only_where_all_twelve_are_typed_in() -> None:
    def asked(*cards: Event[Any]) -> tuple[bool, list[str]]:
        prompts = given(HEROES, *THREE, *cards, BEGINS).play.campaign.prompts(PUBLIC)
        return next((prompt.opens_form, prompt.missing) for prompt in prompts if prompt.event is HeroDealt)

    twelve = [typed("heroes", f"hero {n}", en=f"Hero {n}", alignment="good") for n in range(12)]
    assert [asked(*twelve[:11]), asked(*twelve)] == [(True, ["hero", "area"]), (False, ["area"])]


def test_without_a_map_each_known_hero_is_a_tap_and_none_is_made_up() -> None:
    few = AreasTracked(tracks=("calendar", "heroes"))
    prompts = given(HEROES, *THREE, few, BEGINS).play.campaign.prompts(PUBLIC)
    first = next(prompt for prompt in prompts if prompt.event is HeroDealt)
    assert (first.keypad, [*first.missing], dict(first.fields)) == ("hero", ["hero"], {"seat": "human"})


def test_nobody_is_asked_for_a_hero_before_it_is_known_who_begins() -> None:
    given(HEROES, *THREE).then_prompts()


def test_nobody_is_asked_for_a_hero_while_the_map_is_laid() -> None:
    laying = with_state(given(HEROES, *THREE, BEGINS), **{"laying.tiles": {"1": Laid(q=0, r=0)}})
    laying.then_prompts()


def test_of_the_hero_cards_drawn_one_is_kept() -> None:
    drawn: dict[str, Any] = {"seats.elf.hero_cards": ["astarra", "zyla"], "season": 1, "step": "turns"}
    spec = with_state(given(HEROES, *THREE, *DEALT, GOOD, EVIL), **drawn)
    spec.then_next("Latari Elves: which hero is kept?")
    kept = spec.when(HeroRecruited(seat="elf", hero="zyla", area="1A"), bend="to a home area")
    kept.then(table(**{"seats.elf.hero_cards": [], "heroes.zyla.seat": "elf"}))


def test_where_no_draw_was_recorded_any_hero_that_is_not_in_play_may_be_kept() -> None:
    there = given(HEROES, *THREE, *DEALT, GOOD, EVIL).play.campaign.table
    assert there.heroes
    assert drawn_heroes(there, "elf") == [id_ for id_ in there.ids("heroes") if id_ not in there.heroes]


def test_heroes_are_offered_that_nobody_has_and_whose_alignment_fits() -> None:
    typed_in = [typed("heroes", "good", alignment="good"), typed("heroes", "evil", alignment="evil")]
    there = given(HEROES, *THREE, *typed_in, HeroDealt(seat="elf", hero="silhouette")).play.campaign.table
    offered = list(choices_of(HeroDealt)["hero"].ids(there, {"seat": "human"}))
    assert "good" in offered
    assert not {"silhouette", "evil"} & {*offered}
