"""Cards enter play."""

from typing import Any

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import (
    AttachmentEntered,
    CardEntered,
    EnvironmentEntered,
    MinionEntered,
    SideSchemeEntered,
    are_same_unique,
    uniques_in_play,
)
from domain.games.champions.defeats import CharacterDefeated
from domain.games.champions.harm import DamageDealt
from domain.games.champions.numbers import number_of
from domain.games.champions.piles.encounter_deck import (
    EncounterCardsDealt,
    EncounterCardsDiscarded,
    EncounterCounted,
    EncounterDeckExhausted,
)
from domain.games.champions.piles.players_decks import CardsCounted, CardsDrawn, PlayerDeckReshuffled
from domain.games.champions.setup.players import HeroTaken
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.threat import AccelerationTokensPlaced, ThreatPlaced
from tests.domain.games.champions.moments import HERO_FORM, IRON, PLAYING, SPIDER, tracking

DRONE = MinionEntered(name="Drone", seat=SPIDER, health=1, attack=1, scheme=1, facedown=True, out_of="deck")


def typed_in(name: str, **fields: Any) -> Event[Any]:
    """A card that the table typed in."""
    return ContentAdded(kind="cards", id=name, fields=fields)


def captain(id_: str, alter_ego: str) -> Event[Any]:
    """An identity called Captain America that the table typed in."""
    return ContentAdded(kind="identities", id=id_, fields={"en": "Captain America", "alter_ego": alter_ego})


def test_an_ally_enters_play_ready_with_what_is_printed_on_it() -> None:
    given(GAME, *PLAYING).when(CardEntered(name="daredevil", seat=SPIDER)).then(
        says("Daredevil entered play with Spider-Man"),
        table(
            **{
                "play.daredevil.type": "ally",
                "play.daredevil.owner": SPIDER,
                "play.daredevil.controller": SPIDER,
                "play.daredevil.health": 3,
                "play.daredevil.exhausted": False,
                "play.daredevil.printed": {"attack": 2, "thwart": 2, "attack_damage": 1, "thwart_damage": 1},
            }
        ),
    )


def test_a_card_that_nobody_typed_in_is_what_the_table_says() -> None:
    ally = CardEntered(name="Hawkeye", seat=IRON, type="ally", health=3)
    given(GAME, *PLAYING).when(ally).then(table(**{"play.Hawkeye.health": 3, "play.Hawkeye.type": "ally"}))
    given(GAME, *PLAYING).when(CardEntered(name="Hawkeye", seat=IRON)).then(refused("no-type", bendable=False))


def test_a_known_card_is_of_its_own_type() -> None:
    given(GAME, *PLAYING).when(CardEntered(name="shocker", seat=SPIDER, type="ally")).then(
        refused("other-type", bendable=True)
    )


def test_a_card_leaves_the_hand_it_is_played_from() -> None:
    drawn = (*PLAYING, CardsCounted(seat=SPIDER, deck=9), CardsDrawn(seat=SPIDER, count=2, cards=("daredevil",)))
    given(GAME, *drawn).when(CardEntered(name="daredevil", seat=SPIDER, out_of="hand")).then(
        table(**{"seats.spider-man.hand": [""]})
    )


def test_nothing_enters_play_from_an_empty_hand() -> None:
    played = CardEntered(name="daredevil", seat=SPIDER, out_of="hand")
    given(GAME, *PLAYING).when(played).then(refused("pile-empty", bendable=False))
    given(GAME, tracking("allies"), *PLAYING).when(played).then(followed())


def test_the_last_card_of_a_deck_in_play_is_enough_to_shuffle() -> None:
    last = (*PLAYING, CardsCounted(seat=SPIDER, deck=1, discard=4))
    given(GAME, *last).when(CardEntered(name="daredevil", seat=SPIDER, out_of="deck")).then(
        followed(PlayerDeckReshuffled(seat=SPIDER, cards=4), EncounterCardsDealt(cards={SPIDER: 1}))
    )


def test_another_copy_has_a_number() -> None:
    two = (*PLAYING, MinionEntered(name="Thug", seat=SPIDER))
    given(GAME, *two).when(MinionEntered(name="Thug", seat=IRON)).then(table(**{"play.Thug #2.engaged": IRON}))


def test_e2_identities_may_share_a_name_but_not_the_person() -> None:
    assert not are_same_unique(("captain america", "steve rogers"), ("captain america", "sam wilson"))
    assert are_same_unique(("captain america", "steve rogers"), ("captain america", "steve rogers"))


def test_e2_two_captains_sit_at_the_table_if_they_are_two_people() -> None:
    for other, expected in (("Sam Wilson", followed()), ("Steve Rogers", refused("same-person", bendable=True))):
        steve, else_ = captain("cap-1", "Steve Rogers"), captain("cap-2", other)
        spec = given(GAME, steve, HeroTaken(hero="cap-1")).when(else_, bend="another one")
        spec.and_then(HeroTaken(hero="cap-2")).then(expected)


def test_e3_unique_allies_with_different_subtitles_may_be_in_play() -> None:
    steve = typed_in("cap-1", en="Captain America", type="ally", unique=True, subtitle="Steve Rogers")
    sam = typed_in("cap-2", en="Captain America", type="ally", unique=True, subtitle="Sam Wilson")
    one = given(GAME, *PLAYING, steve, CardEntered(name="cap-1", seat=SPIDER)).when(sam, bend="another one")
    one.and_then(CardEntered(name="cap-2", seat=IRON)).then(followed())


def test_what_is_unique_in_play_are_identities_and_unique_cards_that_lie_face_up() -> None:
    hero = typed_in("lone", en="Lone Wolf", type="ally", unique=True, subtitle="Anna")
    mob = typed_in("mob", en="Crowd", type="ally")
    played = given(GAME, *PLAYING, hero, mob, *(CardEntered(name=name, seat=SPIDER) for name in ("lone", "mob")))
    there = played.play.campaign.table.model_copy(deep=True)
    assert [one for one in uniques_in_play(there) if one[0] in ("lone wolf", "crowd")] == [("lone wolf", "anna")]
    there.play["lone"].facedown = True
    assert [one for one in uniques_in_play(there) if one[0] in ("lone wolf", "crowd")] == []


def test_a_second_copy_of_a_unique_card_does_not_enter_play() -> None:
    given(GAME, *PLAYING, CardEntered(name="daredevil", seat=SPIDER)).when(
        CardEntered(name="daredevil", seat=IRON)
    ).then(refused("unique-in-play", bendable=True))


def test_e4_an_ally_may_share_the_name_of_a_hero_who_is_somebody_else() -> None:
    miles = typed_in("miles", en="Spider-Man", type="ally", unique=True, subtitle="Miles Morales")
    peter = typed_in("peter", en="Spider-Man", type="ally", unique=True, subtitle="Peter Parker")
    given(GAME, *PLAYING, miles).when(CardEntered(name="miles", seat=IRON)).then(followed())
    given(GAME, *PLAYING, peter).when(CardEntered(name="peter", seat=IRON)).then(refused("unique-in-play"))


def test_a26_a_unique_card_without_a_subtitle_is_everybody_of_that_name() -> None:
    assert are_same_unique(("thor", ""), ("thor", "odinson"))


def test_e18_an_upgrade_on_a_hero_changes_its_numbers() -> None:
    trained = given(GAME, *HERO_FORM).when(CardEntered(name="combat-training", seat=SPIDER))
    assert number_of(trained.play.campaign.table, SPIDER, "attack") == 3
    trained.and_then(CardEntered(name="combat-training", seat=SPIDER)).then(refused("most-in-play", bendable=True))
    trained.and_then(CardEntered(name="combat-training", seat=IRON)).then(followed())


def test_e21_a_side_scheme_enters_with_its_starting_threat() -> None:
    factory = (*PLAYING, SideSchemeEntered(name="illegal-arms-factory"))
    given(GAME, *factory).then(
        table(**{"play.illegal-arms-factory.threat": 3, "play.illegal-arms-factory.printed": {"hazard": 1}})
    )
    given(GAME, *factory).when(ThreatPlaced(scheme="illegal-arms-factory", amount=2)).then(
        table(**{"play.illegal-arms-factory.threat": 5})
    )


def test_f20_starting_threat_is_for_as_many_players_as_began() -> None:
    bomb = typed_in("bomb", en="Bomb", type="side scheme", threat=2, threat_each=True)
    given(GAME, *PLAYING, bomb).when(SideSchemeEntered(name="bomb")).then(table(**{"play.bomb.threat": 4}))


def test_a_minion_with_toughness_enters_play_tough() -> None:
    tough = typed_in("brute", en="Brute", type="minion", health=4, keywords=["toughness", "guard"])
    given(GAME, *PLAYING, tough).when(MinionEntered(name="brute", seat=IRON)).then(
        table(**{"play.brute.tough": True, "play.brute.keywords": ["toughness", "guard"], "play.brute.engaged": IRON})
    )


def test_e24_a_drone_is_a_card_face_down_that_its_owner_discards() -> None:
    drone = given(GAME, *PLAYING, CardsCounted(seat=SPIDER, deck=9)).when(DRONE)
    drone.then(
        table(
            **{
                "seats.spider-man.deck": 8,
                "play.Drone.printed": {"attack": 1, "scheme": 1},
                "play.Drone.owner": SPIDER,
                "play.Drone.controller": "",
            }
        )
    )
    drone.and_then(DamageDealt(target="Drone", amount=1)).then(
        followed(CharacterDefeated(card="Drone")),
        table(**{"play.Drone": NOTHING, "seats.spider-man.discard": [""], "scenario.discard": []}),
    )


def test_an_attachment_is_on_its_host() -> None:
    suit = given(GAME, *PLAYING).when(AttachmentEntered(name="armored-rhino-suit", host=VILLAIN))
    suit.then(says("Armored Rhino Suit was attached to Rhino"), table(**{"play.armored-rhino-suit.host": VILLAIN}))
    given(GAME, *PLAYING).when(AttachmentEntered(name="x", host=MAIN)).then(table(**{"play.x.host": MAIN}))
    given(GAME, *PLAYING).when(AttachmentEntered(name="x", host="gone")).then(refused("not-in-play"))


def test_an_environment_lies_beside_the_villain() -> None:
    given(GAME, *PLAYING).when(EnvironmentEntered(name="ultron-drones")).then(
        table(**{"play.ultron-drones.type": "environment"})
    )


def test_a_card_of_another_player_leaves_that_players_pile() -> None:
    drawn = (*PLAYING, CardsCounted(seat=IRON, deck=9, discard=1))
    given(GAME, *drawn).when(CardEntered(name="daredevil", seat=SPIDER, owner=IRON, out_of="discard")).then(
        table(**{"seats.Iron Man.discard": [], "play.daredevil.owner": IRON, "play.daredevil.controller": SPIDER})
    )
    mine = (*PLAYING, CardsCounted(seat=SPIDER, deck=9, discard=1))
    given(GAME, *mine).when(CardEntered(name="daredevil", seat=SPIDER, owner=IRON, out_of="discard")).then(
        refused("pile-empty")
    )


def test_a_minion_that_a_card_finds_leaves_the_encounter_pile_it_was_in() -> None:
    discarded = (*PLAYING, EncounterCounted(deck=9), EncounterCardsDiscarded(cards=("shocker",)))
    given(GAME, *discarded).when(MinionEntered(name="shocker", seat=SPIDER, pile="discard")).then(
        followed(), table(**{"scenario.discard": [], "scenario.deck": 8})
    )
    given(GAME, *discarded).when(MinionEntered(name="Thug", seat=SPIDER, pile="discard")).then(
        refused("not-in-pile", bendable=True)
    )
    given(GAME, tracking("minions"), *PLAYING).when(MinionEntered(name="Thug", seat=SPIDER, pile="discard")).then()


def test_who_finds_the_last_card_of_the_encounter_deck_shuffles() -> None:
    last = (*PLAYING, EncounterCounted(deck=1, discard=4))
    given(GAME, *last).when(SideSchemeEntered(name="Crowd", threat=2, pile="deck")).then(
        followed(EncounterDeckExhausted(cards=4), AccelerationTokensPlaced(amount=1)), table(**{"scenario.deck": 4})
    )


def test_a_card_that_is_elsewhere_does_not_enter_play() -> None:
    held = (*PLAYING, CardsCounted(seat=SPIDER, deck=9), CardsDrawn(seat=SPIDER, count=1, cards=("daredevil",)))
    other = CardEntered(name="combat-training", seat=SPIDER, out_of="hand")
    given(GAME, *held).when(other).then(refused("not-held", bendable=False))
    given(GAME, *held, tracking("allies")).when(other).then(followed())
    given(GAME, *held).when(MinionEntered(name="shocker", seat=SPIDER, out_of="hand")).then(refused("not-held"))
    given(GAME, *held).when(DRONE.copy_with(out_of="hand")).then(table(**{"seats.spider-man.hand": []}))


def test_a_minion_comes_out_of_one_pile() -> None:
    piles = (*PLAYING, EncounterCounted(deck=9, discard=1), CardsCounted(seat=SPIDER, deck=9))
    both = MinionEntered(name="shocker", seat=SPIDER, pile="discard", out_of="deck")
    given(GAME, *piles).when(both).then(refused("two-piles", bendable=False))
    given(GAME, *piles).when(both.copy_with(out_of=None)).then(table(**{"scenario.discard": []}))
