"""Action cards by their sleeves: put together, dealt, moved, flipped."""

from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import CampaignSetUp, HeroJoined
from domain.games.odalin.heroes.cards import CardMoved, CardsDrawn, CardsFlipped, DeckAssembled, SleeveNamed
from domain.language.kernel import ContentCorrected
from tests.domain.games.odalin.opening import ANA, PARTY
from tests.specs import given, refused, says, table

SETUP = (CampaignSetUp(), HeroJoined(hero=ANA, hp=20, spirit=1, mind=2))


def test_twelve_sleeves_are_put_together() -> None:
    spec = given(GAME, *SETUP).when(DeckAssembled(hero=ANA, demon_uppers=(1, 2)))
    spec.then(
        table(**{"heroes.Ana.sleeves.Ana 2.upper_is_demon": True, "heroes.Ana.sleeves.Ana 3.upper_is_demon": False})
    )


def test_a_card_is_dealt_by_name_or_by_chance() -> None:
    spec = given(GAME, *SETUP).when(CardsDrawn(hero=ANA, source="card", count=2, sleeves=("Ana 7",)))
    spec.then(table(**{"heroes.Ana.sleeves.Ana 7.zone": "hand"}))
    assert len(spec.play.campaign.table.heroes[ANA].in_zone("hand")) == 2


def test_without_cards_none_are_drawn() -> None:
    start = (CampaignSetUp(tracks=("turns",)), HeroJoined(hero=ANA, hp=20), CampaignSetUp())
    given(GAME, *start).when(CardsDrawn(hero=ANA)).then(refused("no-deck"))


def test_auras_and_removed_cards_are_not_drawn_again() -> None:
    away = (CardMoved(hero=ANA, sleeve=f"Ana {n}", zone="removed" if n % 2 else "aura") for n in range(1, 12))
    spec = given(GAME, *SETUP, *away).when(CardsDrawn(hero=ANA, count=4, source="card"))
    spec.then(says("Ana drew 1 card: Ana 12"))


def test_a_card_moves_somewhere_else() -> None:
    spec = given(GAME, *SETUP).when(CardMoved(hero=ANA, sleeve="Ana 1", zone="hand", source="start of combat"))
    spec = spec.then(table(**{"heroes.Ana.sleeves.Ana 1.zone": "hand"}))
    spec.and_then(CardMoved(hero=ANA, sleeve="Ana 1", zone="hand")).then(refused("same-zone"))


def test_a_sleeve_is_named_by_its_cards() -> None:
    spec = given(GAME, *SETUP).when(SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="Oath", demon_card="Sin"))
    spec.then(says("Ana sleeved Oath with Sin"))


def test_as_many_cards_are_flipped_as_the_stats_allow() -> None:
    """V-FLIP; where the bonus of a stat is not typed in, nothing is refused."""
    given(GAME, *SETUP).when(CardsFlipped(hero=ANA, upper=("Ana 1", "Ana 2"))).then(
        table(**{"heroes.Ana.sleeves.Ana 2.flipped_upper": True})
    )
    known = (stat("spirit", {"1": 1}), stat("mind", {"2": 1}))
    spec = given(GAME, *known, *SETUP).when(CardsFlipped(hero=ANA, upper=("Ana 1", "Ana 2")))
    spec.then(refused("too-many-flipped", says="2 are flipped, but only 1 may be"))
    spec.when(CardsFlipped(hero=ANA, upper=("Ana 1",), lower=("Ana 2",))).then()


def test_a_simplified_hero_flips_upper_halves_by_both_stats() -> None:
    known = (stat("spirit", {"1": 1}), stat("mind", {"2": 1}))
    simple = (SETUP[0], HeroJoined(hero=ANA, hp=20, spirit=1, mind=2, simplified=True))
    spec = given(GAME, *known, *simple).when(CardsFlipped(hero=ANA, upper=("Ana 1", "Ana 2"))).then()
    spec.and_then(CardsFlipped(hero=ANA, lower=("Ana 3",))).then(refused("upper-only"))


def stat(name: str, bonus: dict[str, int]) -> ContentCorrected:
    return ContentCorrected(kind="stats", id=name, fields={"bonus": bonus})


def test_in_the_dungeon_no_card_is_flipped() -> None:
    """V-FLIP."""
    given(GAME, *PARTY).when(CardsFlipped(hero=ANA, upper=("Ana 1",))).then(refused("flip-later"))
