"""Cards in play: exhausted, attached, under another player's control, of another type."""

from companion.testing import followed, given, refused, says, table
from domain.framework.table import as_json
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.cards.handling import (
    CardAttached,
    CardDetached,
    CardExhausted,
    CardNumberSet,
    CardReadied,
    CardTypeChanged,
    ControlChanged,
)
from domain.games.champions.cards.leaving import CardLeft
from domain.games.champions.defeats import CharacterDefeated
from domain.games.champions.display.cards import beside_the_villain
from domain.games.champions.harm import DamageDealt, MostHitPointsChanged
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.threat import why_threat_stays
from tests.domain.games.champions.moments import IRON, PLAYING, SPIDER, at

ALLY = (*PLAYING, CardEntered(name="daredevil", seat=SPIDER))
CLAWS = CardEntered(name="Claws", seat=SPIDER, type="upgrade", host="daredevil")
TIRED = (*ALLY, CLAWS, CardExhausted(card="daredevil"), DamageDealt(target="daredevil", amount=1))


def test_a_card_is_exhausted_once() -> None:
    tired = given(GAME, *ALLY).when(CardExhausted(card="daredevil"))
    tired.then(table(**{"play.daredevil.exhausted": True}))
    tired.and_then(CardExhausted(card="daredevil")).then(refused("is-exhausted", bendable=True))


def test_an_exhausted_card_is_readied() -> None:
    given(GAME, *TIRED).when(CardReadied(card="daredevil")).then(table(**{"play.daredevil.exhausted": False}))
    given(GAME, *ALLY).when(CardReadied(card="daredevil")).then(refused("is-ready"))


def test_e6_characters_and_attachments_are_each_ready_or_not() -> None:
    claws = AttachmentEntered(name="Claws", host=VILLAIN)
    for card in (SPIDER, "daredevil", "Claws"):
        tired = given(GAME, *ALLY, claws).when(CardExhausted(card=card))
        tired.and_then(CardExhausted(card=card)).then(refused("is-exhausted", bendable=True))
        tired.and_then(CardReadied(card=card)).and_then(CardReadied(card=card)).then(refused("is-ready"))


def test_an_identity_is_exhausted_as_well() -> None:
    given(GAME, *PLAYING).when(CardExhausted(card=SPIDER)).then(table(**{"seats.spider-man.exhausted": True}))


def test_a_card_moves_to_another_host() -> None:
    given(GAME, *ALLY, CLAWS).when(CardAttached(card="Claws", host=IRON)).then(table(**{"play.Claws.host": IRON}))


def test_a_card_is_not_attached_to_where_it_is() -> None:
    given(GAME, *ALLY, CLAWS).when(CardAttached(card="Claws", host="daredevil")).then(refused("same-place"))


def test_a_card_is_not_attached_to_what_is_on_it() -> None:
    given(GAME, *ALLY, CLAWS).when(CardAttached(card="daredevil", host="Claws")).then(refused("within-itself"))


def test_d42_control_takes_the_state_and_the_upgrades_along_and_not_the_owner() -> None:
    moved = given(GAME, *TIRED).when(ControlChanged(card="daredevil", seat=IRON))
    moved.then(
        table(
            **{
                "play.daredevil.controller": IRON,
                "play.daredevil.exhausted": True,
                "play.daredevil.damage": 1,
                "play.Claws.controller": IRON,
                "play.Claws.host": "daredevil",
            }
        )
    )
    moved.and_then(CardLeft(card="daredevil")).then(
        table(**{"seats.spider-man.discard": ["Claws", "daredevil"], "seats.Iron Man.discard": []})
    )


def test_control_does_not_change_to_who_has_it() -> None:
    given(GAME, *ALLY).when(ControlChanged(card="daredevil", seat=SPIDER)).then(refused("same-place"))


def test_a58_control_does_not_bring_a_second_copy() -> None:
    both = (
        *PLAYING,
        CardEntered(name="combat-training", seat=SPIDER),
        CardEntered(name="combat-training", seat=IRON),
    )
    given(GAME, *both).when(ControlChanged(card="combat-training", seat=IRON)).then(refused("most-in-play"))


def test_a57_a_card_of_another_type_has_lost_what_was_printed_on_it() -> None:
    changed = CardTypeChanged(card="daredevil", type="minion", seat=IRON, health=1, attack=1, scheme=1)
    given(GAME, *ALLY).when(changed).then(
        followed(),
        table(
            **{
                "play.daredevil.type": "minion",
                "play.daredevil.engaged": IRON,
                "play.daredevil.controller": "",
                "play.daredevil.owner": SPIDER,
                "play.daredevil.health": 1,
                "play.daredevil.printed": {"attack": 1, "scheme": 1},
            }
        ),
    )


def test_a_minion_is_nobodys_to_give_away() -> None:
    minion = (*PLAYING, MinionEntered(name="shocker", seat=SPIDER))
    given(GAME, *minion).when(ControlChanged(card="shocker", seat=IRON)).then(refused("not-offered"))


def test_a_number_of_a_card_is_set_as_the_table_has_it() -> None:
    minion = (*PLAYING, MinionEntered(name="Thug", seat=SPIDER))
    known = given(GAME, *minion).when(CardNumberSet(card="Thug", number="attack", value=2))
    known.then(says("Thug was changed: ATK 2"), table(**{"play.Thug.printed": {"attack": 2}}))
    known.and_then(CardNumberSet(card="Thug", number="attack", value=2)).then(refused("already-so"))


def test_icons_of_a_scheme_change() -> None:
    scheme = (*PLAYING, SideSchemeEntered(name="Crowd"))
    crisis = given(GAME, *scheme).when(CardNumberSet(card="Crowd", number="crisis", value=1))
    assert list(why_threat_stays(crisis.play.campaign.table, MAIN))  # type: ignore[arg-type]


def test_a_minion_that_becomes_an_ally_is_somebodys() -> None:
    minion = (*PLAYING, MinionEntered(name="shocker", seat=SPIDER))
    ally = CardTypeChanged(card="shocker", type="ally", health=3)
    given(GAME, *minion).when(ally).then(refused("nobody-controls", bendable=False))
    given(GAME, *minion).when(ally.copy_with(controller=IRON)).then(
        says("Shocker became another type: ally, controlled by Iron Man"),
        table(**{"play.shocker.controller": IRON, "play.shocker.engaged": "", "play.shocker.owner": ""}),
    )
    given(GAME, *minion).when(ally.copy_with(seat=IRON)).then(
        table(**{"play.shocker.controller": IRON, "play.shocker.engaged": ""})
    )
    given(GAME, *ALLY).when(CardTypeChanged(card="daredevil", type="upgrade")).then(
        table(**{"play.daredevil.controller": SPIDER})
    )


def test_a_card_that_becomes_a_minion_fights_somebody() -> None:
    given(GAME, *ALLY).when(CardTypeChanged(card="daredevil", type="minion", health=1)).then(refused("nobody-fights"))


def test_a_number_of_a_hero_or_of_the_villain_is_told_in_the_middle_of_a_game() -> None:
    hero = given(GAME, *PLAYING).when(CardNumberSet(card=IRON, number="attack", value=2))
    hero.then(says("Iron Man was changed: ATK 2"), table(**{"seats.Iron Man.printed.attack": 2}))
    given(GAME, *PLAYING).when(CardNumberSet(card=VILLAIN, number="attack", value=3)).then(
        table(**{"villain.printed.attack": 3})
    )


def test_hit_points_that_are_told_are_those_of_the_dial() -> None:
    hurt = given(GAME, *PLAYING, DamageDealt(target=IRON, amount=3))
    shown = hurt.when(CardNumberSet(card=IRON, number="health", value=12))
    shown.then(
        says("Iron Man was changed: Hit points 12"), table(**{"seats.Iron Man.health": 12, "seats.Iron Man.damage": 3})
    )
    shown.and_then(CardNumberSet(card=IRON, number="health", value=12)).then(refused("already-so"))
    shown.and_then(MostHitPointsChanged(target=IRON, by=1)).then(table(**{"seats.Iron Man.health": 13}))
    minion = (*PLAYING, MinionEntered(name="Thug", seat=SPIDER), DamageDealt(target="Thug", amount=2))
    given(GAME, *minion).when(CardNumberSet(card="Thug", number="health", value=2)).then(
        followed(CharacterDefeated(card="Thug"))
    )


def test_no_number_is_told_that_does_not_count() -> None:
    tools = (*ALLY, CLAWS)
    for card, number in ((IRON, "crisis"), (VILLAIN, "hazard"), (VILLAIN, "defense"), ("Claws", "health")):
        given(GAME, *tools).when(CardNumberSet(card=card, number=number, value=1)).then(refused("not-offered"))
    given(GAME, *tools).when(CardNumberSet(card="Claws", number="attack_bonus", value=1)).then(
        table(**{"play.Claws.printed": {"attack_bonus": 1}})
    )


# --- taken off -------------------------------------------------------------------------------

SUITED = (*PLAYING, AttachmentEntered(name="armored-rhino-suit", host=VILLAIN))


def test_a_card_is_taken_off_and_stays_in_play() -> None:
    given(GAME, *ALLY, CLAWS).when(CardDetached(card="Claws")).then(
        says("Claws was taken off Daredevil"), table(**{"play.Claws.host": "", "play.Claws.controller": SPIDER})
    )


def test_what_is_taken_off_and_attached_again_is_as_before() -> None:
    there_and_back = (CardDetached(card="armored-rhino-suit"), CardAttached(card="armored-rhino-suit", host=VILLAIN))
    assert as_json(at(*SUITED, *there_and_back)) == as_json(at(*SUITED))


def test_only_what_is_attached_is_taken_off() -> None:
    given(GAME, *ALLY).when(CardDetached(card="daredevil")).then(refused("not-offered"))
    given(GAME, *ALLY).when(CardDetached(card="Claws")).then(refused("not-in-play", says="Claws is not in play."))


def test_an_encounter_card_that_is_taken_off_lies_beside_the_villain() -> None:
    beside = [piece.key for piece in beside_the_villain(at(*SUITED, CardDetached(card="armored-rhino-suit")))]
    assert beside == ["card-armored-rhino-suit"]
    assert list(beside_the_villain(at(*SUITED))) == []
