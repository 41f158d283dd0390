"""Cards and effects that give hit points: the most and what is left go up with them, and down again."""

from typing import Any

from companion.testing import followed, given, refused, says, table
from domain.framework.kernel import AreasTracked, ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered
from domain.games.champions.cards.handling import CardAttached, CardDetached, CardNumberSet, CountersRemoved, UsesSpent
from domain.games.champions.cards.leaving import CardLeft, DiscardedForNoUses, RestrictedDiscarded
from domain.games.champions.defeats import SeatEliminated, VillainStageDefeated
from domain.games.champions.encounter import EncounterCardRevealed
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated, EnemyAttackResolved
from domain.games.champions.enemies.boosts import AttackUndefended, BoostCardTurnedUp
from domain.games.champions.harm import DamageDealt
from domain.games.champions.piles.players_decks import CardsDrawn
from domain.games.champions.rounds import (
    ActivationsEnded,
    CardsReadied,
    HandRefreshed,
    PlayerPhaseEnded,
    RoundEnded,
    SchemeThreatPlaced,
    StepCardsDealt,
    TurnEnded,
)
from domain.games.champions.state.table import VILLAIN
from domain.games.champions.timing.effects import LastingEffectBegun, LastingEffectEnded, LastsUntil
from tests.domain.games.champions.moments import IRON, PLAYING, SPIDER, STEP_BY_STEP, Events, turns_done

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


def given_strengthened(until: LastsUntil, **who: Any) -> Events:
    """Spider-Man, of 10 hit points, has one left, which lasts no longer than a period."""
    strong = LastingEffectBegun(effect="Strong", number="health", amount=4, until=until, **{"target": SPIDER, **who})
    return (*PLAYING, strong, DamageDealt(target=SPIDER, amount=13))


OUT = SeatEliminated(seat=SPIDER)
OUT_WITH_HAND = SeatEliminated(seat=SPIDER, discarded=("",) * 6)
NO_LONGER = LastingEffectEnded(effect="Strong")
PHASE_OVER: Events = (*turns_done(SPIDER, IRON), PlayerPhaseEnded(), HandRefreshed(seat=SPIDER, size=5))
VILLAINS_PHASE: Events = (
    *PHASE_OVER,
    HandRefreshed(seat=IRON, size=5),
    SchemeThreatPlaced(amount=2),
    *(EnemyActivated(enemy=VILLAIN, seat=seat, value=0) for seat in (SPIDER, IRON)),
    ActivationsEnded(),
    StepCardsDealt(),
    *(EncounterCardRevealed(seat=seat) for seat in (SPIDER, IRON)),
)


def test_who_has_no_hit_points_left_once_an_effect_ends_with_its_period_is_out_at_once() -> None:
    given(GAME, *given_strengthened("turn")).when(TurnEnded(seat=SPIDER)).then(followed(NO_LONGER, OUT))
    given(GAME, *given_strengthened("phase"), *PHASE_OVER).when(HandRefreshed(seat=IRON, size=5)).then(
        followed(CardsDrawn(seat=IRON, count=5), CardsReadied(), NO_LONGER, OUT_WITH_HAND),
        table(**{"seats.spider-man.health": 10, "effects": {}}),
    )
    given(GAME, *given_strengthened("round"), *VILLAINS_PHASE).when(RoundEnded()).then(
        followed(NO_LONGER, OUT_WITH_HAND)
    )


def test_who_has_no_hit_points_left_once_an_effect_ends_with_an_activation_is_out_at_once() -> None:
    begun = (*STEP_BY_STEP, AreasTracked(tracks=("activations", "timing")))
    strong = LastingEffectBegun(effect="Strong", target=SPIDER, number="health", amount=4, until="activation")
    struck = (
        *begun,
        ActivationStarted(enemy=VILLAIN, seat=SPIDER),
        strong,
        AttackUndefended(),
        BoostCardTurnedUp(icons=0),
    )
    given(GAME, *struck).when(EnemyAttackResolved(value=13)).then(table(**{"seats.spider-man.eliminated": True}))


def test_a_dial_that_goes_down_with_a_period_is_told_so_and_who_has_some_left_stays() -> None:
    well = (*PLAYING, LastingEffectBegun(effect="Strong", target=IRON, number="health", amount=4, until="turn"))
    given(GAME, *well).when(TurnEnded(seat=SPIDER)).then(
        says("Spider-Man ended the turn", "Strong ended"), table(**{"seats.Iron Man.health": 9})
    )


def test_a_stage_of_the_villain_is_defeated_once_an_effect_that_kept_it_up_ends() -> None:
    kept = LastingEffectBegun(effect="Strong", target=VILLAIN, number="health", amount=2, until="turn")
    hurt = (*PLAYING, kept, DamageDealt(target=VILLAIN, amount=29))
    given(GAME, *hurt).when(TurnEnded(seat=SPIDER)).then(
        followed(LastingEffectEnded(effect="Strong"), VillainStageDefeated())
    )


def test_a_table_that_leaves_timing_out_since_loses_the_hit_points_all_the_same() -> None:
    left_out = (*PLAYING, LastingEffectBegun(effect="Strong", target=IRON, number="health", amount=4, until="turn"))
    given(GAME, *left_out, AreasTracked(tracks=("turns",))).when(TurnEnded(seat=SPIDER)).then(
        table(**{"seats.Iron Man.health": 9, "effects": {}})
    )


def test_who_has_no_hit_points_left_once_a_card_is_taken_off_is_out() -> None:
    hurt = (*WORN, DamageDealt(target=SPIDER, amount=12))
    given(GAME, *hurt).when(CardDetached(card="Armor")).then(followed(OUT))
    given(GAME, *hurt).when(CardAttached(card="Armor", host=IRON)).then(followed(OUT))
    given(GAME, *hurt).when(CardNumberSet(card="Armor", number="health_bonus", value=1)).then(followed(OUT))


def test_who_has_no_hit_points_left_once_a_card_goes_with_its_last_use_is_out() -> None:
    worn_out = ContentAdded(
        kind="cards", id="Vest", fields={"type": "upgrade", "health_bonus": 4, "uses": 1, "uses_of": "plate"}
    )
    hurt = (worn_out, *PLAYING, CardEntered(name="Vest", seat=SPIDER), DamageDealt(target=SPIDER, amount=12))
    gone = DiscardedForNoUses(card="Vest")
    given(GAME, *hurt).when(UsesSpent(card="Vest")).then(followed(gone, OUT))
    given(GAME, *hurt).when(CountersRemoved(on="Vest", name="plate")).then(followed(gone, OUT))


def test_who_has_no_hit_points_left_once_a_restricted_card_goes_is_out() -> None:
    heavy = {"type": "upgrade", "health_bonus": 4, "keywords": ["restricted"]}
    three = ((ContentAdded(kind="cards", id=one, fields=heavy), one) for one in ("Axe", "Bow", "Cape"))
    known, names = zip(*three, strict=True)
    hurt = (*known, *PLAYING, *(CardEntered(name=one, seat=SPIDER) for one in names))
    struck = given(GAME, *hurt, DamageDealt(target=SPIDER, amount=18))
    struck.when(RestrictedDiscarded(seat=SPIDER, card="Bow")).then(
        followed(OUT), table(**{"seats.spider-man.eliminated": True})
    )
