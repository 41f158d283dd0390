"""Activations step by step: attacks and schemes of the villain."""

from companion.testing import Spec, followed, given, refused, says, table
from domain.framework.kernel import AreasTracked, ContentAdded, ContentCorrected
from domain.framework.views.board import Piece
from domain.games.champions import GAME
from domain.games.champions.cards.entering import SideSchemeEntered
from domain.games.champions.display.enemies import board_of_enemies, enemy_prompts
from domain.games.champions.endgame import GameLost
from domain.games.champions.enemies.activations import (
    ActivationChanged,
    ActivationEnded,
    ActivationStarted,
    EnemyAttackResolved,
    EnemySchemeResolved,
)
from domain.games.champions.enemies.boosts import (
    AttackUndefended,
    BoostAbilityResolved,
    BoostCardsGiven,
    BoostCardTurnedUp,
    DefenderDeclared,
    DefenseAbilityUsed,
)
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.piles.encounter_deck import EncounterCounted
from domain.games.champions.rounds import PlayerPhaseEnded, RoundEnded, SchemeThreatPlaced
from domain.games.champions.setup.players import RulingMade, TableOpened
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import ThreatPlaced
from domain.games.champions.timing.abilities import PerilBegun
from domain.games.champions.timing.effects import LastingEffectBegun
from domain.log import corrections
from tests.domain.games.champions.moments import (
    IRON,
    SPIDER,
    STEP_BY_STEP,
    activations,
    against_klaw,
    asked_next,
    at,
    dials,
    upcoming,
)

VILLAIN = "villain"
ATTACKED = (*STEP_BY_STEP, ActivationStarted(enemy=VILLAIN, seat=SPIDER))
SCHEMED = (
    *ATTACKED,
    AttackUndefended(),
    BoostCardTurnedUp(icons=0),
    EnemyAttackResolved(),
    ActivationStarted(enemy=VILLAIN, seat=IRON),
)
DEFENDED = (*ATTACKED, DefenderDeclared(defender=SPIDER))


def test_d4_a_hero_who_defends_takes_def_off_and_is_exhausted() -> None:
    given(GAME, *ATTACKED).when(DefenderDeclared(defender=SPIDER)).then(says("Spider-Man defended"))
    done = given(GAME, *DEFENDED, BoostCardTurnedUp(icons=2)).when(EnemyAttackResolved())
    done.then(
        says(
            "Rhino I struck Spider-Man: 1 damage, 3 of 4 defended",
            "Spider-Man took 1 damage",
            "Rhino I: the activation ended",
        ),
        table(**{"seats.spider-man.damage": 1, "seats.spider-man.exhausted": True, "activations": []}),
    )


def test_d5_an_attack_that_nobody_defends_strikes_the_hero() -> None:
    given(GAME, *ATTACKED, AttackUndefended(), BoostCardTurnedUp(icons=2)).when(EnemyAttackResolved()).then(
        table(**{"seats.spider-man.damage": 4, "seats.spider-man.exhausted": False})
    )


def test_a_boost_card_of_which_nothing_is_said_does_not_count_as_blank() -> None:
    given(GAME, *ATTACKED, AttackUndefended()).when(BoostCardTurnedUp()).then(refused("icons-unknown", bendable=False))


def test_d8_f33_tough_prevents_all_of_it_and_is_gone() -> None:
    tough = (*STEP_BY_STEP, StatusGiven(target=SPIDER, status="tough"), *ATTACKED[-1:])
    given(GAME, *tough, AttackUndefended(), BoostCardTurnedUp(icons=2)).when(EnemyAttackResolved()).then(
        table(**{"seats.spider-man.damage": 0, "seats.spider-man.tough": False})
    )


def test_a11_tough_stays_where_def_takes_all_of_it_off() -> None:
    tough = (*DEFENDED, StatusGiven(target=SPIDER, status="tough"), BoostCardTurnedUp(icons=1))
    given(GAME, *tough).when(EnemyAttackResolved()).then(
        followed(ActivationEnded(enemy=VILLAIN)), table(**{"seats.spider-man.tough": True})
    )


def test_d9_against_an_alter_ego_the_villain_schemes() -> None:
    given(GAME, *SCHEMED, BoostCardTurnedUp(icons=2)).when(EnemySchemeResolved()).then(
        says("Rhino I schemed: 3 threat", "3 threat placed on The Break-In!", "Rhino I: the activation ended"),
        table(**{"main.threat": 5}),
    )


def test_d10_a_confused_villain_discards_that_and_gets_no_boost_card() -> None:
    confused = (*SCHEMED[:-1], StatusGiven(target=VILLAIN, status="confused"))
    given(GAME, *confused).when(ActivationStarted(enemy=VILLAIN, seat=IRON)).then(
        says("Rhino I activated against Iron Man: scheme, but Confused was discarded instead"),
        followed(),
        table(**{"activations": [], "villain.confused": False, "met": [SPIDER, IRON], "main.threat": 2}),
    )


def test_a9_a_stunned_villain_does_not_attack() -> None:
    stunned = (*STEP_BY_STEP, StatusGiven(target=VILLAIN, status="stunned"))
    given(GAME, *stunned).when(ActivationStarted(enemy=VILLAIN, seat=SPIDER)).then(
        followed(), table(**{"activations": [], "villain.stunned": False})
    )


def test_a_stunned_villain_schemes_all_the_same() -> None:
    stunned = (*SCHEMED[:-1], StatusGiven(target=VILLAIN, status="stunned"))
    given(GAME, *stunned).when(ActivationStarted(enemy=VILLAIN, seat=IRON)).then(table(**{"villain.stunned": True}))


def test_f42_the_villain_gets_one_boost_card_and_those_that_waited() -> None:
    given(GAME, *STEP_BY_STEP, BoostCardsGiven(amount=2)).then(table(**{"villain.boosts": 2})).when(
        ActivationStarted(enemy=VILLAIN, seat=SPIDER)
    ).then(followed(BoostCardsGiven()), table(**{"villain.boosts": 0, "activations.0.boosts.2.open": False}))


def test_boost_cards_wait_on_where_an_activation_is_replaced() -> None:
    waiting = (*STEP_BY_STEP, BoostCardsGiven(), StatusGiven(target=VILLAIN, status="stunned"))
    given(GAME, *waiting).when(ActivationStarted(enemy=VILLAIN, seat=SPIDER)).then(table(**{"villain.boosts": 1}))


def test_d47_a_defense_ability_makes_its_player_the_one_attacked_and_uses_no_def() -> None:
    used = (*ATTACKED, FormChanged(seat=IRON, by_card=True), DefenseAbilityUsed(seat=IRON, card="Shield"))
    given(GAME, *used).then(table(**{"activations.0.target": IRON, "activations.0.defended": True}))
    given(GAME, *used, BoostCardTurnedUp(icons=1)).when(EnemyAttackResolved()).then(
        table(**{"seats.Iron Man.damage": 3, "seats.Iron Man.exhausted": False, "seats.spider-man.damage": 0})
    )


def test_e8_a_defense_ability_counts_as_a_defense_without_exhausting() -> None:
    given(GAME, *ATTACKED).when(DefenseAbilityUsed(seat=SPIDER, card="Backflip")).then(
        says("Spider-Man defended with Backflip"),
        table(**{"activations.0.defended": True, "seats.spider-man.exhausted": False}),
    )


def test_an_attack_has_one_defender_at_most() -> None:
    hero_form = FormChanged(seat=IRON, by_card=True)
    again = given(GAME, *ATTACKED, hero_form, DefenderDeclared(defender=SPIDER))
    again.when(DefenderDeclared(defender=IRON)).then(refused("defended-already", bendable=True, rule="防御"))
    again.when(AttackUndefended()).then(refused("defended-already"))


def test_a28_an_alter_ego_does_not_defend() -> None:
    given(GAME, *ATTACKED).when(DefenderDeclared(defender=IRON)).then(refused("not-in-form", bendable=True))


def test_who_is_exhausted_does_not_defend() -> None:
    again = (*DEFENDED, BoostCardTurnedUp(icons=0), EnemyAttackResolved())
    by_card = ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card")
    given(GAME, *again, AreasTracked(tracks=("turns", "activations")), by_card).when(
        DefenderDeclared(defender=SPIDER)
    ).then(refused("is-exhausted", bendable=True, says="Spider-Man is already exhausted."))


def test_a_dash_for_def_does_not_defend() -> None:
    dashed = ContentCorrected(kind="identities", id="spider-man", fields={"dashes": ["defense"]})
    given(GAME, *ATTACKED, dashed).when(DefenderDeclared(defender=SPIDER)).then(refused("dashed"))


def test_once_boost_cards_are_turned_up_it_is_too_late_to_defend() -> None:
    late = given(GAME, *ATTACKED, AttackUndefended(), BoostCardTurnedUp(icons=0))
    late.when(DefenderDeclared(defender=SPIDER)).then(refused("too-late-to-defend", bendable=True))


def test_boost_cards_are_turned_up_once_it_is_decided_who_defends() -> None:
    given(GAME, *ATTACKED).when(BoostCardTurnedUp(icons=0)).then(refused("defense-first", bendable=True))
    given(GAME, *ATTACKED).when(EnemyAttackResolved()).then(refused("defense-first"), refused("boosts-left"))


def test_every_boost_card_is_turned_up_first() -> None:
    given(GAME, *ATTACKED, AttackUndefended()).when(EnemyAttackResolved()).then(refused("boosts-left", bendable=True))
    given(GAME, *SCHEMED).when(EnemySchemeResolved()).then(refused("boosts-left", bendable=True))
    given(GAME, *SCHEMED, BoostCardTurnedUp(icons=0)).when(BoostCardTurnedUp(icons=0)).then(
        refused("no-boost-left", bendable=False)
    )


def test_without_an_attack_there_is_nothing_to_defend_or_to_resolve() -> None:
    now = given(GAME, *STEP_BY_STEP)
    now.when(DefenderDeclared(defender=SPIDER)).then(refused("no-attack", bendable=False))
    now.when(DefenseAbilityUsed(seat=SPIDER)).then(refused("no-attack"))
    now.when(EnemyAttackResolved()).then(refused("no-attack"))
    now.when(EnemySchemeResolved()).then(refused("no-activation", bendable=False))
    now.when(BoostCardTurnedUp(icons=0)).then(refused("no-activation"))
    now.when(ActivationEnded()).then(refused("no-activation"))
    now.when(ActivationChanged(by=1)).then(refused("no-activation"))


def test_content_tells_the_icons_of_a_boost_card() -> None:
    given(GAME, *ATTACKED, AttackUndefended()).when(BoostCardTurnedUp(card="shocker")).then(
        says("Boost card Shocker: 2 icons"), table(**{"scenario.discard": ["shocker"]})
    )


def test_a_star_is_no_icon_and_its_ability_comes_before_the_discard() -> None:
    star = given(GAME, *ATTACKED, AttackUndefended()).when(BoostCardTurnedUp(card="Horn", icons=1, star=True))
    star.then(says("Boost card Horn: 1 icon, and a star"), table(**{"scenario.discard": []}))
    star.then_must(BoostAbilityResolved(card="Horn"))
    star.and_then(BoostAbilityResolved(card="Horn", outcome="Stunned")).then(table(**{"scenario.discard": ["Horn"]}))


def test_a_boost_card_may_stay_in_play() -> None:
    star = (*ATTACKED, AttackUndefended(), BoostCardTurnedUp(card="Horn", icons=0, star=True))
    given(GAME, *star).when(BoostAbilityResolved(card="Horn", kept=True)).then(table(**{"scenario.discard": []}))


def test_the_form_says_what_enemies_do() -> None:
    now = given(GAME, *STEP_BY_STEP)
    now.when(ActivationStarted(enemy=VILLAIN, seat=SPIDER, kind="scheme")).then(refused("attacks-instead"))
    later = given(GAME, *SCHEMED[:-1])
    later.when(ActivationStarted(enemy=VILLAIN, seat=IRON, kind="attack")).then(refused("schemes-instead"))
    later.when(ActivationStarted(enemy=VILLAIN, seat=IRON, kind="attack", because="card")).then(
        table(**{"activations.0.kind": "attack", "met": [SPIDER]})
    )


def test_enemies_activate_in_player_order_and_once() -> None:
    given(GAME, *STEP_BY_STEP).when(ActivationStarted(enemy=VILLAIN, seat=IRON)).then(
        refused("others-first", bendable=True, says="First Rhino I activates against Spider-Man.")
    )
    given(GAME, *SCHEMED[:-1]).when(ActivationStarted(enemy=VILLAIN, seat=SPIDER)).then(
        refused("activated-already", bendable=True)
    )


def test_nobody_activates_against_who_is_out() -> None:
    out = (*STEP_BY_STEP, DamageDealt(target=IRON, amount=9))
    given(GAME, *out).when(ActivationStarted(enemy=VILLAIN, seat=IRON)).then(refused("eliminated", bendable=False))


def test_a_round_does_not_end_while_somebody_is_still_to_activate() -> None:
    given(GAME, *STEP_BY_STEP).when(RoundEnded()).then(refused("enemies-left", bendable=True))
    given(GAME, *ATTACKED).when(RoundEnded()).then(refused("wrong-step"))
    done = (*SCHEMED, BoostCardTurnedUp(icons=0), EnemySchemeResolved())
    given(GAME, *done).when(RoundEnded()).then(table(round=2))


def test_a_table_with_its_dials_alone_is_held_to_no_activations() -> None:
    given(GAME, *activations()).when(RoundEnded()).then(table(round=2))
    given(GAME, *dials()).when(ActivationStarted(enemy=VILLAIN, seat=SPIDER)).then(refused("not-tracked"))


def test_what_nobody_knows_is_said() -> None:
    unknown = at(*activations("activations")).villain.printed
    assert unknown == {"attack": 2, "scheme": 1}
    activated = ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card")
    own = against_klaw(*dials()[1:], FormChanged(seat=SPIDER), activated)
    struck = given(GAME, *own, AttackUndefended(), BoostCardTurnedUp(icons=1))
    struck.when(EnemyAttackResolved()).then(refused("value-unknown", bendable=False))
    struck.when(EnemyAttackResolved(value=3)).then(table(**{"seats.spider-man.damage": 3}))


def test_a_card_changes_the_attack_at_hand() -> None:
    changed = (*ATTACKED, ActivationChanged(by=3, keyword="piercing", seat=IRON))
    given(GAME, *changed, AttackUndefended(), BoostCardTurnedUp(icons=0)).when(EnemyAttackResolved()).then(
        followed(DamageDealt(target=IRON, amount=5, piercing=True), ActivationEnded(enemy=VILLAIN))
    )
    given(GAME, *ATTACKED).when(ActivationChanged()).then(refused("nothing-changes", bendable=False))


def test_cards_prevent_threat() -> None:
    given(GAME, *SCHEMED, BoostCardTurnedUp(icons=2)).when(EnemySchemeResolved(prevented=1)).then(
        followed(ThreatPlaced(scheme="main scheme", amount=2), ActivationEnded(enemy=VILLAIN))
    )


def test_a_card_ends_an_activation_at_once() -> None:
    given(GAME, *ATTACKED).when(ActivationEnded(source="cancelled")).then(table(activations=[]))


def test_an_activation_within_another_comes_first() -> None:
    nested = (*ATTACKED, ActivationStarted(enemy=VILLAIN, seat=IRON, because="card"))
    inner = given(GAME, *nested).then(table(**{"activations.1.kind": "scheme"}))
    inner.when(AttackUndefended()).then(refused("no-attack"))
    over = inner.when(BoostCardTurnedUp(icons=0)).and_then(EnemySchemeResolved())
    over.then(table(**{"main.threat": 3, "activations.0.kind": "attack", "activations.0.boosts.0.open": False}))
    over.and_undo().then(table(**{"main.threat": 2, "activations.1.boosts.0.open": True}))


def test_a_boost_card_put_right_puts_the_damage_right() -> None:
    done = given(GAME, *ATTACKED, AttackUndefended(), BoostCardTurnedUp(icons=2)).when(EnemyAttackResolved())
    turned = next(
        entry.position for entry in done.play.campaign.entries() if isinstance(entry.event, BoostCardTurnedUp)
    )
    play = done.play
    play.do(lambda c: corrections.amend(c, turned, {"icons": 0}, play.command()))
    Spec(play).then(table(**{"seats.spider-man.damage": 2, "activations": []}))


def test_an_attack_that_defeats_the_last_hero_ends_the_game() -> None:
    alone = (*STEP_BY_STEP, DamageDealt(target=IRON, amount=9), DamageDealt(target=SPIDER, amount=8))
    last = (*alone, ActivationStarted(enemy=VILLAIN, seat=SPIDER), AttackUndefended(), BoostCardTurnedUp(icons=0))
    over = given(GAME, *last).when(EnemyAttackResolved())
    assert isinstance(over.outcome.events[-1], GameLost)
    over.then(table(step="over", activations=[]))


def test_a62_the_attack_on_who_is_out_by_now_is_finished_and_strikes_nobody() -> None:
    out = (*ATTACKED, AttackUndefended(), BoostCardTurnedUp(icons=2), DamageDealt(target=SPIDER, amount=10))
    given(GAME, *out).when(EnemyAttackResolved()).then(
        followed(ActivationEnded(enemy=VILLAIN)), table(**{"seats.spider-man.damage": 10, "activations": []})
    )


def test_what_comes_next_leads_through_the_villain_phase() -> None:
    assert upcoming(*STEP_BY_STEP)[0] == ("Rhino I attacks Spider-Man", ActivationStarted(enemy=VILLAIN, seat=SPIDER))
    assert [event for _, event in upcoming(*ATTACKED)] == [
        AttackUndefended(),
        DefenderDeclared(defender=SPIDER),
        DefenseAbilityUsed(seat=SPIDER),
    ]
    assert asked_next(*DEFENDED) == ["Boost card: how many icons?"]
    struck = ("Rhino I strikes Spider-Man: 1 damage", EnemyAttackResolved())
    assert upcoming(*DEFENDED, BoostCardTurnedUp(icons=2)) == [struck]
    assert upcoming(*SCHEMED[:-1])[0][0] == "Rhino I schemes against Iron Man"
    assert upcoming(*SCHEMED, BoostCardTurnedUp(icons=0), EnemySchemeResolved()) == []


def test_an_ally_that_nobody_tracks_may_defend_for_who_is_attacked() -> None:
    alone = (*activations("activations"), ActivationStarted(enemy=VILLAIN, seat=SPIDER))
    ally = next(prompt for prompt in enemy_prompts(at(*alone)) if prompt.missing)
    assert (str(ally.title), ally.event, ally.fields) == ("An ally defends", DefenderDeclared, {"ally_of": SPIDER})
    assert not any(prompt.missing for prompt in enemy_prompts(at(*ATTACKED)))


def faces_of(piece: Piece) -> dict[str, list[str]]:
    """The cards of each side of an activation, by the numbers on them."""
    sides = [(str(side.title), [[sign.shown for sign in face.signs] for face in side.faces]) for side in piece.inside]
    return {title: ["".join(signs) for signs in faces] for title, faces in sides}


def test_the_board_shows_the_activation_at_hand() -> None:
    piece, waiting = board_of_enemies(at(*ATTACKED))
    assert [str(chip.name) for chip in waiting.chips] == ["Rhino I schemes against Iron Man"]
    assert (str(piece.title), str(piece.note)) == ("Rhino I attacks Spider-Man", "Rhino I strikes Spider-Man: 2 damage")
    assert [str(button.label) for button in piece.buttons] == ["One more boost card"]
    assert faces_of(piece) == {"Rhino I attacks": ["2", ""], "Spider-Man is attacked": []}
    piece, _ = board_of_enemies(at(*DEFENDED))
    assert faces_of(piece) == {"Rhino I attacks": ["2", ""], "Spider-Man defends": ["3"]}
    piece, _ = board_of_enemies(at(*DEFENDED, BoostCardTurnedUp(icons=2)))
    assert str(piece.note) == "Rhino I strikes Spider-Man: 1 damage"
    assert faces_of(piece) == {"Rhino I attacks": ["2", "+2"], "Spider-Man defends": ["3"]}
    over = (*SCHEMED, BoostCardTurnedUp(icons=0), EnemySchemeResolved())
    assert board_of_enemies(at(*over)) == []


def test_the_boost_card_comes_off_the_encounter_deck() -> None:
    counted = (*activations("activations", "encounter"), EncounterCounted(deck=5))
    given(GAME, *counted).when(ActivationStarted(enemy=VILLAIN, seat=SPIDER)).then(table(**{"scenario.deck": 4}))
    last = (*activations("activations", "encounter"), EncounterCounted(deck=1, discard=6))
    given(GAME, *last).when(ActivationStarted(enemy=VILLAIN, seat=SPIDER)).then(
        table(**{"scenario.deck": 6, "main.tokens": 1})
    )


def test_where_nobody_knows_the_def_of_who_defends_the_table_says_what_is_left() -> None:
    hero = (*STEP_BY_STEP, FormChanged(seat=IRON, by_card=True))
    attacked = (*hero, ActivationStarted(enemy=VILLAIN, seat=IRON, because="card"))
    defended = (*attacked, DefenderDeclared(defender=IRON), BoostCardTurnedUp(icons=1))
    given(GAME, *defended).when(EnemyAttackResolved()).then(
        refused("defense-unknown", bendable=False), table(**{"seats.Iron Man.damage": 0})
    )
    given(GAME, *defended).when(EnemyAttackResolved(value=1)).then(table(**{"seats.Iron Man.damage": 1}))
    assert board_of_enemies(at(*defended))[0].note == ""


AMPLIFIED = ContentAdded(kind="cards", id="louder", fields={"en": "Louder", "type": "side scheme", "amplify": 1})
LOUD = (AMPLIFIED, *activations("activations", "schemes"), SideSchemeEntered(name="louder", threat=3))
RULED = RulingMade(ruling="amplify")


def test_a46_amplify_icons_count_where_the_table_plays_with_them() -> None:
    loud = (*LOUD, *ATTACKED[-1:], AttackUndefended())
    given(GAME, *loud).when(BoostCardTurnedUp(icons=1)).then(says("Boost card: 1 icon"))
    ruled = given(GAME, RULED, *loud)
    ruled.when(BoostCardTurnedUp(icons=1)).then(
        says("Boost card: 2 icons"), table(**{"activations.0.boosts.0.icons": 2})
    )
    assert asked_next(RULED, *loud) == ["Boost card: how many icons? Amplify adds 1"]


def test_what_comes_next_asks_for_the_icons_of_a_boost_card_on_a_pad() -> None:
    (prompt,) = enemy_prompts(at(*DEFENDED))
    assert (prompt.event, prompt.keypad, list(prompt.keypad_numbers), prompt.complete) == (
        BoostCardTurnedUp, "icons", [0, 1, 2, 3], False,
    )  # fmt: skip
    several = (*STEP_BY_STEP, BoostCardsGiven(amount=2), *DEFENDED[-2:])
    assert asked_next(*several) == ["Boost card, the first of 3: how many icons?"]


DASHED = (
    ContentAdded(kind="villains", id="klaw-1", fields={"en": "Klaw", "dashes": ["attack", "scheme"]}),
    ContentCorrected(kind="scenarios", id="klaw", fields={"villains": ["klaw-1"]}),
)
"""Klaw without numbers of his own, so that nothing printed says how much he does."""


def test_what_comes_next_asks_how_much_it_is_where_nobody_knows() -> None:
    opened = (*DASHED, *dials()[1:], TableOpened(tracks=("activations",)))
    unknown = against_klaw(*opened, PlayerPhaseEnded(), SchemeThreatPlaced())
    schemed = (*unknown, ActivationStarted(enemy=VILLAIN, seat=SPIDER), BoostCardTurnedUp(icons=1))
    (prompt,) = enemy_prompts(at(*schemed))
    assert str(prompt.title) == "Klaw schemes: how much threat, 1 boost card included?"
    assert (prompt.event, prompt.keypad, prompt.missing) == (EnemySchemeResolved, "value", ["value"])
    given(GAME, *schemed).when(EnemySchemeResolved(value=3)).then(table(**{"main.threat": 5}))


def test_what_is_typed_for_an_attack_is_named_with_the_def_that_the_app_takes_off() -> None:
    opened = (*DASHED, *dials()[1:], TableOpened(tracks=("activations",)))
    unknown = against_klaw(*opened, FormChanged(seat=SPIDER))
    attacked = (*unknown, PlayerPhaseEnded(), SchemeThreatPlaced(), ActivationStarted(enemy=VILLAIN, seat=SPIDER))
    defended = (*attacked, DefenderDeclared(defender=SPIDER), BoostCardTurnedUp(icons=1))
    words = "Klaw strikes Spider-Man: how much damage before DEF 3 is taken off, 1 boost card included?"
    assert asked_next(*defended) == [words]
    given(GAME, *defended).when(EnemyAttackResolved(value=5)).then(table(**{"seats.spider-man.damage": 2}))
    alone = (*attacked, AttackUndefended(), BoostCardTurnedUp(icons=1))
    assert asked_next(*alone) == ["Klaw strikes Spider-Man: how much damage, 1 boost card included?"]


def test_a_boost_card_that_nobody_knows_has_its_icons_said() -> None:
    turned = given(GAME, *ATTACKED, AttackUndefended())
    turned.when(BoostCardTurnedUp(card="Horn")).then(
        refused("icons-unknown", bendable=False, says="Horn is not known here: say how many boost icons it has.")
    )
    turned.when(BoostCardTurnedUp(card="Horn", icons=0)).then(says("Boost card Horn: 0 icons"))


def test_boost_cards_that_nobody_turned_up_are_discarded_with_the_end_of_the_activation() -> None:
    given(GAME, *ATTACKED, BoostCardsGiven()).when(ActivationEnded()).then(
        table(**{"activations": [], "scenario.discard": ["", ""]})
    )
    given(GAME, *ATTACKED, AttackUndefended(), BoostCardTurnedUp(icons=0)).when(ActivationEnded()).then(
        table(**{"scenario.discard": [""]})
    )


def test_outside_its_step_an_enemy_activates_by_a_card() -> None:
    early = given(GAME, *STEP_BY_STEP[:-2])
    early.when(ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="villain phase")).then(
        refused(
            "not-its-step",
            bendable=True,
            says="Rhino I does not activate: this is not the step in which enemies do. If a card says so",
        )
    )
    early.when(ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card")).then(
        table(**{"activations.0.because": "card", "met": []})
    )


def test_nobody_else_uses_a_defense_ability_in_peril() -> None:
    peril = (*activations("activations", "encounter"), PerilBegun(seat=IRON), *ATTACKED[-1:])
    given(GAME, *peril).when(DefenseAbilityUsed(seat=SPIDER)).then(refused("in-peril", bendable=True))
    given(GAME, *peril).when(DefenderDeclared(defender=SPIDER)).then(says("Spider-Man defended"))


def test_what_lasts_for_an_attack_ends_with_it_and_not_with_one_within_it() -> None:
    lasting = LastingEffectBegun(effect="+1 ATK", until="attack", target=VILLAIN, number="attack", amount=1)
    nested = (*activations("activations", "timing"), *ATTACKED[-1:], lasting)
    inner = (*nested, ActivationStarted(enemy=VILLAIN, seat=IRON, because="card"), BoostCardTurnedUp(icons=0))
    outer = given(GAME, *inner).when(EnemySchemeResolved())
    assert len(at(*nested).effects) == 1
    over = (
        outer.then(table(**{"activations.0.kind": "attack"}))
        .when(AttackUndefended())
        .and_then(BoostCardTurnedUp(icons=0))
    )
    over.and_then(EnemyAttackResolved()).then(table(**{"seats.spider-man.damage": 3, "effects": {}}))
