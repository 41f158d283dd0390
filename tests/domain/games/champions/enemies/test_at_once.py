"""Activations in one tap, at tables that do not follow them step by step."""

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.kernel import AreasTracked, ContentAdded, ContentCorrected
from domain.games.champions import GAME
from domain.games.champions.cards.entering import MinionEntered, SideSchemeEntered
from domain.games.champions.display.enemies import enemy_prompts
from domain.games.champions.enemies.activations import ActivationEnded, ActivationStarted, EnemyActivated
from domain.games.champions.enemies.boosts import BoostCardsGiven
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.powers import FormChanged, HeroAttacked
from domain.games.champions.piles.encounter_deck import EncounterCounted, EncounterDeckExhausted
from domain.games.champions.rounds import RoundEnded
from domain.games.champions.setup.players import HeroTaken, RulingMade, TableOpened
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import AccelerationTokensPlaced, ThreatPlaced
from domain.games.champions.timing.effects import LastingEffectBegun
from tests.domain.games.champions.moments import (
    IRON,
    SPIDER,
    STEP_BY_STEP,
    Events,
    activations,
    against_klaw,
    at,
    tracking,
    upcoming,
    villain_phase,
)

VILLAIN = "villain"
AT_ONCE = activations()
"""Spider-Man is in hero form, Iron Man is not; the villain's numbers are known."""


def test_d5_an_attack_in_one_tap() -> None:
    given(GAME, *AT_ONCE).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=2)).then(
        says("Rhino I activated against Spider-Man: 4 damage to Spider-Man", "Spider-Man took 4 damage"),
        table(**{"seats.spider-man.damage": 4, "met": [SPIDER]}),
    )


def test_d4_an_attack_that_the_hero_defends_in_one_tap() -> None:
    given(GAME, *AT_ONCE).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=2, defender=SPIDER)).then(
        followed(DamageDealt(target=SPIDER, amount=1)), table(**{"seats.spider-man.exhausted": True})
    )


def test_an_ally_whom_nobody_tracks_takes_it_all() -> None:
    given(GAME, *AT_ONCE).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender="Daredevil")).then(
        says("Rhino I activated against Spider-Man: 2 damage to Daredevil"), followed()
    )


def test_d9_a_scheme_in_one_tap() -> None:
    done = (*AT_ONCE, EnemyActivated(enemy=VILLAIN, seat=SPIDER))
    given(GAME, *done).when(EnemyActivated(enemy=VILLAIN, seat=IRON, boost=2)).then(
        says("Rhino I activated against Iron Man: 3 threat", "3 threat placed on The Break-In!"),
        followed(ThreatPlaced(scheme="main scheme", amount=3)),
    )


def test_d10_a_status_card_is_discarded_instead() -> None:
    stunned = (*AT_ONCE, StatusGiven(target=VILLAIN, status="stunned"))
    given(GAME, *stunned).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=2, defender=SPIDER)).then(
        says("Rhino I activated against Spider-Man, but Stunned was discarded instead"),
        followed(),
        table(**{"villain.stunned": False, "seats.spider-man.exhausted": False, "met": [SPIDER]}),
    )


def test_what_nobody_knows_is_said() -> None:
    own = against_klaw(*villain_phase())
    given(GAME, *own).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER)).then(refused("value-unknown", bendable=False))
    given(GAME, *own).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, value=3)).then(table(**{"main.threat": 5}))
    assert upcoming(*own) == []


def test_it_goes_from_player_to_player_with_one_tap_each() -> None:
    one, other = EnemyActivated(enemy=VILLAIN, seat=SPIDER), EnemyActivated(enemy=VILLAIN, seat=IRON)
    asked = "Rhino I attacks Spider-Man, no defender: 2, and how many boost icons?"
    assert upcoming(*AT_ONCE)[0] == (asked, one)
    assert upcoming(*AT_ONCE, one) == [("Rhino I schemes against Iron Man: 1, and how many boost icons?", other)]
    assert upcoming(*AT_ONCE, one, other) == []
    given(GAME, *AT_ONCE).when(other).then(refused("others-first", bendable=True))
    given(GAME, *AT_ONCE).when(RoundEnded()).then(table(round=2))


def test_what_comes_next_has_the_icons_and_who_defends_on_keys() -> None:
    nobody, spider, ally = enemy_prompts(at(*AT_ONCE))
    assert [(str(one.title), one.keypad, list(one.keypad_numbers)) for one in (nobody, spider)] == [
        ("Rhino I attacks Spider-Man, no defender: 2, and how many boost icons?", "boost", [0, 1, 2, 3]),
        ("Spider-Man defends: 2, and how many boost icons?", "boost", [0, 1, 2, 3]),
    ]
    assert (nobody.undone is not None, spider.undone) == (True, None)
    assert spider.event(**spider.fields) == EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=SPIDER)
    assert (str(ally.title), ally.missing) == ("An ally defends", ["defender"])
    assert len(list(enemy_prompts(at(*activations("allies"))))) == len([nobody, spider])


def test_an_activation_of_which_nobody_knows_the_number_is_told_in_a_tap() -> None:
    fields = {"en": "Klaw", "dashes": ["attack"]}
    dashed = ContentAdded(kind="villains", id="klaw-1", fields=fields)
    known = ContentCorrected(kind="scenarios", id="klaw", fields={"villains": ["klaw-1"]})
    start = against_klaw(*villain_phase(FormChanged(seat=SPIDER)))
    nobody, spider, _ = enemy_prompts(at(dashed, known, *start))
    assert [(str(one.title), one.keypad, one.missing, len(one.keypad_numbers)) for one in (nobody, spider)] == [
        ("Klaw attacks Spider-Man, no defender: how much damage, boost icons included?", "value", ["value"], 8),
        ("Spider-Man defends: how much damage before DEF 3 is taken off, boost icons included?", "value", ["value"], 8),
    ]


def test_what_comes_next_tells_what_it_comes_to() -> None:
    stunned = (*AT_ONCE, StatusGiven(target=VILLAIN, status="stunned"))
    assert [title for title, _ in upcoming(*stunned)] == ["Rhino I attacks Spider-Man: Stunned is discarded"]


def test_a_villain_phase_of_three_heroes_takes_one_tap_each() -> None:
    opened, known, *heroes = AT_ONCE[:4]
    events: Events = (opened, known, *heroes, HeroTaken(hero="Hulk", health=12), *AT_ONCE[4:])
    before = len(events)
    while found := upcoming(*events):
        events = (*events, found[0][1])
    assert len(events) - before == 3
    given(GAME, *events).when(RoundEnded()).then(table(round=2))


def test_who_cannot_defend_does_not_do_so_in_one_tap_either() -> None:
    at_spider = EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=IRON)
    given(GAME, *AT_ONCE).when(at_spider).then(refused("not-in-form", bendable=True))
    defended = (*AT_ONCE, AreasTracked(tracks=("turns",)), EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=SPIDER))
    again = EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=SPIDER, because="card")
    given(GAME, *defended).when(again).then(refused("is-exhausted", bendable=True))


def test_the_boost_card_comes_off_the_encounter_deck_and_is_discarded() -> None:
    counted = (*activations("encounter"), EncounterCounted(deck=5))
    given(GAME, *counted).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=1)).then(
        table(**{"scenario.deck": 4, "scenario.discard": [""]})
    )


def test_the_last_card_of_the_deck_is_a_boost_card_and_is_not_shuffled_in() -> None:
    last = (*activations("encounter"), EncounterCounted(deck=1, discard=6))
    done = (
        given(GAME, *last)
        .when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=1))
        .then(
            followed(
                EncounterDeckExhausted(cards=6, kept=1),
                AccelerationTokensPlaced(amount=1),
                DamageDealt(target=SPIDER, amount=3),
            ),
            table(**{"scenario.deck": 6, "scenario.discard": [""], "main.tokens": 1}),
        )
    )
    done.and_undo().then(table(**{"scenario.deck": 1, "main.tokens": 0}))
    waiting = (*activations("activations", "encounter"), BoostCardsGiven(), EncounterCounted(deck=1, discard=6))
    given(GAME, *waiting).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER)).then(
        table(**{"scenario.deck": 6, "scenario.discard": ["", ""]})
    )


def test_a_stunned_villain_asks_for_no_boost_icons() -> None:
    stunned = (*AT_ONCE, StatusGiven(target=VILLAIN, status="stunned"))
    ((title, event),) = upcoming(*stunned)
    assert title == "Rhino I attacks Spider-Man: Stunned is discarded"
    given(GAME, *stunned).when(event).then(table(**{"villain.stunned": False, "seats.spider-man.damage": 0}))


def test_minions_get_no_boost_icons() -> None:
    fought = (*activations("minions"), EnemyActivated(enemy=VILLAIN, seat=SPIDER))
    dashed = ContentAdded(kind="cards", id="Blob", fields={"en": "Blob", "type": "minion", "dashes": ["attack"]})
    came = (dashed, *fought, MinionEntered(name="Blob", seat=SPIDER))
    assert [(str(prompt.title), prompt.keypad) for prompt in enemy_prompts(at(*came))] == [
        ("Blob attacks Spider-Man, no defender: how much damage?", "value"),
        ("Spider-Man defends: how much damage before DEF 3 is taken off?", "value"),
        ("An ally defends", ""),
    ]
    given(GAME, *came).when(EnemyActivated(enemy="Blob", seat=SPIDER, value=2, boost=1)).then(
        refused("no-boosts-for-minions", bendable=True)
    )


def test_a46_amplify_icons_come_on_top_of_each_boost_card() -> None:
    louder = ContentAdded(kind="cards", id="louder", fields={"en": "Louder", "type": "side scheme", "amplify": 1})
    loud = (louder, RulingMade(ruling="amplify"), *activations("schemes"), SideSchemeEntered(name="louder", threat=3))
    given(GAME, *loud).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=1)).then(
        table(**{"seats.spider-man.damage": 4})
    )
    given(GAME, *loud[:1], *loud[2:]).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=1)).then(
        table(**{"seats.spider-man.damage": 3})
    )


HERO_IRON = (*AT_ONCE, FormChanged(seat=IRON, by_card=True), EnemyActivated(enemy=VILLAIN, seat=SPIDER))
"""The villain attacks Iron Man, whose DEF nobody typed in."""


def test_where_nobody_knows_the_def_of_who_defends_the_table_says_what_is_left() -> None:
    defends = EnemyActivated(enemy=VILLAIN, seat=IRON, defender=IRON, boost=1)
    given(GAME, *HERO_IRON).when(defends).then(refused("defense-unknown", bendable=False))
    given(GAME, *HERO_IRON).when(defends.copy_with(boost=0, value=1)).then(table(**{"seats.Iron Man.damage": 1}))


def test_boost_cards_that_waited_are_used_up() -> None:
    waiting = (*STEP_BY_STEP, BoostCardsGiven(), EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=3))
    given(GAME, *waiting).then(table(**{"villain.boosts": 0, "scenario.discard": ["", ""]}))


def test_a_table_that_stops_following_activations_in_the_middle_of_one_goes_on_all_the_same() -> None:
    stopped = (*STEP_BY_STEP, ActivationStarted(enemy=VILLAIN, seat=SPIDER), TableOpened(tracks=()))
    given(GAME, *stopped).when(EnemyActivated(enemy=VILLAIN, seat=IRON)).then(
        table(met=[SPIDER, IRON], **{"main.threat": 3})
    )
    assert upcoming(*stopped, EnemyActivated(enemy=VILLAIN, seat=IRON)) == []


def test_an_activation_left_open_keeps_nothing_from_ending_once_nobody_follows_them() -> None:
    left = (*STEP_BY_STEP, ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card"), tracking("timing", "turns"))
    lasting = (*left, LastingEffectBegun(effect="Weak", until="attack"))
    given(GAME, *lasting).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER)).then(table(effects={}))
    given(GAME, *lasting).when(HeroAttacked(seat=SPIDER, target=VILLAIN, by_ability=True, amount=1)).then(
        table(effects={})
    )


def test_a_scheme_ends_the_same_in_one_tap_and_step_by_step() -> None:
    lasting = (
        LastingEffectBegun(effect="Strong", until="attack"),
        LastingEffectBegun(effect="Sly", until="activation"),
    )
    only_the_attack = table(**{"effects.Strong.until": "attack", "effects.Sly": NOTHING})
    followed_so = (*STEP_BY_STEP, tracking("activations", "minions", "allies", "timing"))
    shown = (*followed_so, *lasting)
    given(GAME, *shown).when(EnemyActivated(enemy=VILLAIN, seat=IRON, because="card")).then(only_the_attack)
    opened = (*followed_so, ActivationStarted(enemy=VILLAIN, seat=IRON, because="card"), *lasting)
    given(GAME, *opened).when(ActivationEnded()).then(only_the_attack)
    attack = HeroAttacked(seat=SPIDER, target=VILLAIN, by_ability=True, amount=1)
    given(GAME, *opened).when(attack).then(table(**{"effects.Strong": NOTHING, "effects.Sly.until": "activation"}))
