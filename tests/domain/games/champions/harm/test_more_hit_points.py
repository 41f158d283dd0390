"""Cards and effects that give hit points: the most and what is left go up with them, and down again."""

from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered
from domain.games.champions.cards.handling import CardAttached, CardNumberSet
from domain.games.champions.cards.leaving import CardLeft
from domain.games.champions.harm.damage import DamageDealt
from domain.games.champions.harm.defeats import SeatEliminated
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.timing.effects import LastingEffectBegun, LastingEffectEnded
from domain.kernel import ContentAdded
from tests.domain.games.champions.moments import IRON, PLAYING, SPIDER
from tests.specs import followed, given, refused, table

ARMOR = ContentAdded(kind="cards", id="Armor", fields={"type": "upgrade", "health_bonus": 4})
SUIT = ContentAdded(kind="cards", id="Suit", fields={"type": "attachment", "health_bonus": 5})
WORN = (ARMOR, *PLAYING, CardEntered(name="Armor", seat=SPIDER))


def test_an_upgrade_with_hit_points_gives_them_to_its_hero_for_as_long_as_it_is_there() -> None:
    given(GAME, *WORN).then(table(**{"seats.spider-man.health": 14, "play.Armor.host": SPIDER}))
    given(GAME, *WORN).when(CardLeft(card="Armor")).then(table(**{"seats.spider-man.health": 10}))
    given(GAME, *WORN).when(CardAttached(card="Armor", host=IRON)).then(
        table(**{"seats.spider-man.health": 10, "seats.Iron Man.health": 13})
    )


def test_an_attachment_with_hit_points_gives_them_to_the_villain() -> None:
    given(GAME, SUIT, *PLAYING).when(AttachmentEntered(name="Suit", host=VILLAIN)).then(table(**{"villain.health": 33}))


def test_how_many_it_gives_may_be_put_right() -> None:
    given(GAME, *WORN).when(CardNumberSet(card="Armor", number="health_bonus", value=2)).then(
        table(**{"seats.spider-man.health": 12})
    )


def test_who_has_no_hit_points_left_without_a_card_is_out() -> None:
    hurt = (*WORN, DamageDealt(target=SPIDER, amount=12))
    given(GAME, *hurt).when(CardLeft(card="Armor")).then(followed(SeatEliminated(seat=SPIDER)))


def test_an_effect_gives_hit_points_until_it_ends() -> None:
    strong = LastingEffectBegun(effect="Strong", target=IRON, number="health", amount=3, until="game")
    begun = given(GAME, *PLAYING).when(strong).then(table(**{"seats.Iron Man.health": 12}))
    begun.and_then(LastingEffectEnded(effect="Strong")).then(table(**{"seats.Iron Man.health": 9}))


def test_an_effect_on_hit_points_adds_a_number() -> None:
    double = LastingEffectBegun(effect="Strong", target=IRON, number="health", operation="times", amount=2)
    given(GAME, *PLAYING).when(double).then(refused("only-more", bendable=False))
