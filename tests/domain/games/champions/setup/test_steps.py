"""Setup in its fourteen steps, at a table that follows them, and at one with its dials alone."""

from collections.abc import Iterable

from companion.testing import NOTHING, Spec, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.fields.feasibility import can_be_recorded
from domain.framework.game import PUBLIC, Prompt
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.games.champions import GAME
from domain.games.champions.cards.entering import MinionEntered
from domain.games.champions.display.setup import setup_prompts
from domain.games.champions.setup.decks import DeckListed
from domain.games.champions.setup.players import (
    DeckLaidOut,
    FirstPlayerChosen,
    HeroLeft,
    HeroTaken,
    MainSchemeFlipped,
    MulliganTaken,
    SeatsOrdered,
    SetupStepDone,
    StartingHandDrawn,
    TableOpened,
    steps_left,
)
from domain.games.champions.setup.scenarios import (
    EncounterDeckComposed,
    GameBegun,
    ModularSetChosen,
    ModularSetDrawn,
    ModularSetHidden,
    ModularSetKnown,
    NemesisSetsSetAside,
    ObligationsSetAside,
    ObligationsShuffledIn,
    ScenarioChosen,
)
from domain.games.champions.timing.abilities import ActionRequested
from tests.domain.games.champions.moments import HEROES, IRON, PLAYING, RHINO, SET_UP, SPIDER, tracking

SEATED = (*HEROES, FirstPlayerChosen(seat=SPIDER))
AUNT = ContentCorrected(kind="identities", id=SPIDER, fields={"obligations": ["Eviction"], "nemesis": {"Vulture": 2}})
ASIDE = (*SEATED, ObligationsSetAside(), NemesisSetsSetAside())
DECKS = (*ASIDE, DeckLaidOut(seat=SPIDER, size=40), DeckLaidOut(seat=IRON, size=41), SetupStepDone(step="tokens"))
CHOSEN = (*DECKS, RHINO, EncounterDeckComposed(cards=30))
TURNED = (*CHOSEN, SetupStepDone(step="side A"), MainSchemeFlipped(threat=2))
SHUFFLED = (*TURNED, ObligationsShuffledIn())
DRAWN = (*SHUFFLED, StartingHandDrawn(seat=SPIDER), StartingHandDrawn(seat=IRON, amount=6))


def at(*events: Event[object]) -> Spec:
    return given(GAME, *events)


def prompts(*events: Event[object]) -> list[Prompt]:
    """What the setup offers, as players see it: less what cannot be recorded yet."""
    table = at(*events).play.campaign.table
    return [prompt for prompt in setup_prompts(table) if can_be_recorded(prompt.event, prompt.fields, table)]


def musts(*events: Event[object]) -> list[type]:
    return [prompt.event for prompt in prompts(*events) if prompt.required]


def test_a_table_with_its_dials_alone_is_asked_for_heroes_the_scenario_and_the_beginning() -> None:
    opened = TableOpened()
    assert musts(opened) == [HeroTaken]
    assert musts(opened, *HEROES) == [ScenarioChosen]
    assert musts(opened, *SET_UP) == [GameBegun]


def test_who_goes_first_is_said_with_the_beginning_where_turns_are_not_tracked() -> None:
    asked = next(one for one in prompts(TableOpened(), *SET_UP) if one.event is GameBegun)
    assert (asked.keypad, asked.missing) == ("starting", ["starting"])
    at(TableOpened(), *SET_UP).when(GameBegun(starting=IRON)).then(table(first=IRON))


def test_who_goes_first_is_not_asked_again() -> None:
    chosen = FirstPlayerChosen(seat=IRON)
    asked = next(one for one in prompts(TableOpened(), *SET_UP, chosen) if one.event is GameBegun)
    assert (asked.keypad, asked.missing) == ("", [])


def test_the_steps_come_one_after_the_other() -> None:
    steps: Iterable[tuple[tuple[Event[object], ...], type]] = (
        (HEROES, FirstPlayerChosen),
        (SEATED, ObligationsSetAside),
        ((*SEATED, ObligationsSetAside()), NemesisSetsSetAside),
        (ASIDE, DeckLaidOut),
        (DECKS[:-1], SetupStepDone),
        (DECKS, ScenarioChosen),
        (CHOSEN[:-1], ModularSetChosen),
        ((*CHOSEN[:-1], ModularSetChosen(set="bomb-scare")), EncounterDeckComposed),
        (CHOSEN, SetupStepDone),
        (TURNED[:-1], MainSchemeFlipped),
        (TURNED, ObligationsShuffledIn),
        (SHUFFLED, StartingHandDrawn),
        (DRAWN, SetupStepDone),
    )
    assert [musts(*events)[0] for events, _ in steps] == [event for _, event in steps]
    assert musts(*DRAWN, SetupStepDone(step="characters")) == [GameBegun]


def test_what_nobody_knows_is_asked_for_with_its_number() -> None:
    steps = (ASIDE, (*CHOSEN[:-1], ModularSetHidden()), (*SHUFFLED, StartingHandDrawn(seat=SPIDER)))
    offered = [at(*events).play.campaign.prompts(PUBLIC) for events in steps]
    assert [next(one for one in prompts if one.required).missing for prompts in offered] == [
        ["size"],
        ["cards"],
        ["amount"],
    ]


def test_what_an_area_needs_that_is_not_tracked_is_not_asked_for() -> None:
    assert steps_left(at(tracking("turns"), *SEATED).play.campaign.table) == [
        "tokens",
        "scenario",
        "side A",
        "side B",
        "characters",
    ]


def test_a_table_of_dials_may_keep_track_of_more_before_its_first_game() -> None:
    more = "Keep track of more than hit points and threat"
    at(TableOpened()).then_prompts(more).then_next(HeroTaken)
    at(TableOpened(), *HEROES).then_prompts(more).then_next(ScenarioChosen)
    for others in ((), (TableOpened(tracks=("turns",)),), (TableOpened(), *SET_UP, GameBegun())):
        at(*others).then_no_prompt(TableOpened)


def test_a_step_before_its_time_names_the_one_that_comes_first() -> None:
    at(*SEATED).when(SetupStepDone(step="tokens")).then(
        refused("setup-order", bendable=True, says="Do this first: Obligations set aside.")
    )
    at(*CHOSEN).when(ObligationsShuffledIn()).then(refused("setup-order", bendable=True))
    at(*DECKS).when(StartingHandDrawn(seat=SPIDER)).then(refused("setup-order", bendable=True))


def test_a_step_is_done_once() -> None:
    at(*ASIDE).when(ObligationsSetAside()).then(refused("setup-step-done", bendable=True))
    at(*DECKS).when(SetupStepDone(step="tokens")).then(refused("setup-step-done", bendable=True))


def test_f31_player_order_is_as_the_seats_stand_clockwise() -> None:
    three = (*HEROES, HeroTaken(hero="Nova", health=9), FirstPlayerChosen(seat=IRON))
    assert at(*three).play.campaign.table.player_order() == [IRON, "Nova", SPIDER]
    ordered = at(*three).when(SeatsOrdered(order=("Nova", IRON, SPIDER)))
    ordered.then(says("The players sat down clockwise: Nova, Iron Man, Spider-Man"))
    assert ordered.play.campaign.table.player_order() == [IRON, SPIDER, "Nova"]
    assert ordered.and_undo().play.campaign.table.player_order() == [IRON, "Nova", SPIDER]
    at(*three).when(SeatsOrdered(order=("Nova", IRON))).then(refused("each-seat-once", bendable=False))
    at(*three).when(SeatsOrdered(order=(SPIDER, IRON, "Nova"))).then(refused("as-they-sit", bendable=False))


def test_s4_obligations_of_all_heroes_are_set_aside() -> None:
    at(AUNT, *SEATED).when(ObligationsSetAside()).then(
        says("2 obligations were set aside: Eviction"), table(**{"scenario.obligations": ["Eviction", ""]})
    )


def test_s5_nemesis_sets_are_set_aside() -> None:
    at(AUNT, *SEATED, ObligationsSetAside()).when(NemesisSetsSetAside()).then(
        table(**{"scenario.aside": ["Vulture", "Vulture"]})
    )


def test_s6_a_deck_list_says_how_many_cards_there_are() -> None:
    listed = given(GAME, *ASIDE, tracking("hands"))
    listed.when(DeckListed(seat=SPIDER, cards={"daredevil": 1}), bend="to learn").and_then(
        DeckLaidOut(seat=SPIDER)
    ).then(says("The deck of Spider-Man was counted: 1 card"))
    at(*ASIDE).when(DeckLaidOut(seat=IRON)).then(refused("no-deck-size", bendable=False))


def test_s8_an_expert_game_is_played_with_the_expert_set() -> None:
    for mode, sets in (("standard", ["klaw"]), ("expert", ["klaw", "expert"])):
        at(*HEROES).when(ScenarioChosen(scenario="klaw", mode=mode)).then(table(**{"scenario.sets": sets}))


def test_s8_the_expert_mode_has_stages_of_its_own() -> None:
    stages = {"villains": ["rhino-1", "rhino-2"], "expert": ["rhino-2", "rhino-3"], "expert_sets": ["expert"]}
    known = (ContentCorrected(kind="scenarios", id="rhino", fields=stages), *_stages())
    expert = at(*known, *HEROES).when(ScenarioChosen(scenario="rhino", mode="expert"))
    expert.then(table(**{"villain.stages": ["rhino-2", "rhino-3"], "scenario.sets": ["rhino", "expert"]}))
    skirmish = at(*known, *HEROES).when(ScenarioChosen(scenario="rhino", skirmish=True, stage=3))
    skirmish.then(table(**{"villain.stages": ["rhino-3"], "scenario.skirmish": True}))


def _stages() -> tuple[ContentAdded, ...]:
    return tuple(ContentAdded(kind="villains", id=f"rhino-{n}", fields={"stage": n}) for n in (2, 3))


def test_s8_the_stage_of_a_skirmish_is_the_one_on_the_card() -> None:
    listed = {"villains": ["rhino-2"], "expert": ["rhino-2", "rhino-3"]}
    known = (*_stages(), ContentCorrected(kind="scenarios", id="rhino", fields=listed))
    for stage, played in ((2, ["rhino-2"]), (3, ["rhino-3"]), (1, []), (9, [])):
        at(*known, *HEROES).when(ScenarioChosen(scenario="rhino", skirmish=True, stage=stage)).then(
            table(**{"villain.stages": played})
        )


def test_f1_a_hero_who_comes_after_the_scenario_has_it_set_up_again() -> None:
    known = ContentCorrected(kind="scenarios", id="rhino", fields={"villains": ["rhino-1"]})
    begun = (TableOpened(), known, HeroTaken(hero=SPIDER), ScenarioChosen(scenario="rhino"))
    at(*begun).then(table(**{"villain.health": 14, "main.target": 7}))
    late = (*begun, HeroTaken(hero=IRON, health=9))
    at(*late).when(GameBegun()).then(
        refused("other-heads", bendable=True, says="was set up for 1 player, and now there are 2")
    )
    assert musts(*late) == [ScenarioChosen]
    again = prompts(*late)[0]
    at(*late).when(ScenarioChosen(**dict(again.fields))).then(
        table(**{"villain.health": 28, "main.target": 14, "scenario.heads": 2})
    )
    assert musts(*late, HeroLeft(seat=IRON)) == [GameBegun]


def test_numbers_that_were_typed_in_are_offered_again() -> None:
    typed = ScenarioChosen(scenario="The Siege", health=30, target=12, acceleration=2, threat=1, villain_name="Sieger")
    again = prompts(TableOpened(), *HEROES, typed, HeroTaken(hero="Nova", health=9))[0]
    assert again.event is ScenarioChosen
    shown = {"health": 30, "target": 12, "acceleration": 2, "threat": 1, "villain_name": "Sieger"}
    assert {name: again.fields[name] for name in shown} == shown


def test_a_number_that_nobody_said_is_not_offered_again_as_0() -> None:
    again = prompts(
        TableOpened(), *HEROES, ScenarioChosen(scenario="Loki", target=9), HeroTaken(hero="Nova", health=9)
    )[0]
    assert (again.fields["target"], "acceleration" in again.fields) == (9, False)


def test_the_stage_of_a_skirmish_is_offered_again() -> None:
    listed = ContentCorrected(kind="scenarios", id="rhino", fields={"villains": ["rhino-2", "rhino-3"]})
    skirmish = ScenarioChosen(scenario="rhino", skirmish=True, stage=3)
    again = prompts(TableOpened(), *_stages(), listed, *HEROES, skirmish, HeroTaken(hero="Nova", health=9))[0]
    assert (again.event, again.fields["skirmish"], again.fields["stage"]) == (ScenarioChosen, True, 3)


def test_f1_who_follows_the_setup_is_led_back_to_the_scenario() -> None:
    late = (*DECKS, RHINO, HeroTaken(hero="Nova", health=9), DeckLaidOut(seat="Nova", size=40))
    assert musts(*late)[0] is ScenarioChosen


def test_s1_nobody_takes_a_hero_once_the_game_is_on() -> None:
    at(*SET_UP, GameBegun()).when(HeroTaken(hero="Nova")).then(refused("wrong-step", bendable=True))


def test_an_encounter_deck_is_put_together_anew_for_another_scenario() -> None:
    again = (*CHOSEN, RHINO, ModularSetHidden())
    assert musts(*again)[0] is EncounterDeckComposed
    at(*again).when(EncounterDeckComposed(cards=31)).then(table(**{"scenario.deck": 31}))


def test_s4_obligations_are_set_aside_again_once_they_went_with_the_deck_before() -> None:
    again = (*SHUFFLED, RHINO)
    assert musts(*again)[0] is ObligationsSetAside
    deck = (*again, ObligationsSetAside(), EncounterDeckComposed(cards=31), MainSchemeFlipped(threat=0))
    at(*deck).when(ObligationsShuffledIn()).then(table(**{"scenario.deck": 33}))


def test_s4_s5_what_a_late_hero_brings_is_set_aside_too() -> None:
    known = ContentCorrected(kind="identities", id=SPIDER, fields={"nemesis": {"Vulture": 1}})
    before = (known, *CHOSEN)
    late = (*before, HeroTaken(hero="Nova", health=9), DeckLaidOut(seat="Nova", size=40), RHINO)
    at(*late, ObligationsSetAside()).then(table(**{"scenario.obligations.2": "", "scenario.aside": []}))
    at(*late, ObligationsSetAside(), NemesisSetsSetAside()).then(table(**{"scenario.aside": ["Vulture"]}))


def test_s4_a_hero_with_several_obligations_takes_none_from_another() -> None:
    two = ContentCorrected(kind="identities", id=SPIDER, fields={"obligations": ["Eviction", "Rent"]})
    at(two, *SEATED).when(ObligationsSetAside()).then(table(**{"scenario.obligations": ["Eviction", "Rent", ""]}))
    at(two, *SEATED).when(ObligationsSetAside(cards=("Rent", "Debt"))).then(
        table(**{"scenario.obligations": ["Rent", "Debt"]})
    )


def test_s8_heroic_levels_stand_with_the_scenario() -> None:
    at(*HEROES).when(ScenarioChosen(scenario="rhino", heroic=2)).then(table(**{"scenario.heroic": 2}))


def test_a_modular_set_that_the_scenario_recommends_is_offered_first() -> None:
    chosen = (*DECKS, RHINO)
    first = prompts(*chosen)[0]
    assert (str(first.title), first.event, first.fields) == (
        "Take the modular set that is recommended: Bomb Scare",
        ModularSetChosen,
        {"set": "bomb-scare"},
    )
    assert all(prompt.event != ModularSetChosen for prompt in prompts(*chosen, ModularSetChosen(set="bomb-scare")))


def test_a_scenario_that_leaves_its_main_scheme_to_the_players_is_told_which() -> None:
    known = (
        ContentAdded(kind="scenarios", id="heron-leader", fields={"en": "Night Heron"}),
        ContentAdded(kind="main-schemes", id="flood", fields={"en": "Flood", "target": 7, "acceleration": 1}),
        ContentAdded(kind="main-schemes", id="high-water", fields={"en": "High Water", "target": 9}),
    )
    chosen = ScenarioChosen(scenario="heron-leader", health=12, schemes=("flood", "high-water"))
    at(*known, *SEATED).when(chosen).then(
        table(**{"main.stages": ["flood", "high-water"], "main.target": 14, "main.acceleration": 2})
    )
    more = (HeroTaken(hero="Nova", health=9), SetupStepDone(step="tokens"))
    again = prompts(tracking("turns"), *known, *SEATED, chosen, *more)
    assert [prompt.fields["schemes"] for prompt in again if prompt.event is ScenarioChosen] == [("flood", "high-water")]


def test_modular_sets_are_chosen_drawn_or_shuffled_in_unseen() -> None:
    modular = (*DECKS, RHINO, ModularSetChosen(set="Hydra Patrol"), ModularSetHidden())
    at(*modular).when(ModularSetDrawn()).then(
        says("The modular set Bomb Scare was drawn at random"), table(**{"scenario.modular.2.name": "bomb-scare"})
    )
    at(*modular).when(ModularSetChosen(set="Hydra Patrol")).then(refused("set-chosen", bendable=True))
    at(*modular).when(ModularSetKnown(set="bomb-scare")).then(table(**{"scenario.modular.1.name": "bomb-scare"}))
    at(*modular, ModularSetDrawn()).when(ModularSetDrawn()).then(refused("no-set-left", bendable=False))
    at(*DECKS, RHINO).when(ModularSetKnown(set="x")).then(refused("not-blind", bendable=False))


def test_the_modular_set_comes_before_the_encounter_deck_is_put_together() -> None:
    assert musts(*DECKS, RHINO) == [ModularSetChosen]
    at(*DECKS, RHINO).then_prompts(EncounterDeckComposed).then_next(ModularSetChosen(set="bomb-scare"))
    unlisted = ScenarioChosen(scenario="Dr. Octopus", health=28, target=14, acceleration=2)
    assert musts(*DECKS, unlisted) == [ModularSetDrawn]
    none_left = (ContentCorrected(kind="encounter-sets", id=id_, fields={"use": "nemesis"}) for id_ in MODULAR)
    assert musts(*none_left, *DECKS, unlisted) == [ModularSetChosen]
    at(*DECKS, RHINO).when(EncounterDeckComposed(cards=30)).then(table(**{"scenario.modular": []}))


MODULAR = [id_ for id_, fields in GAME.pack.of("encounter-sets").items() if fields.get("use") in ("modular", None)]


def test_modular_sets_stay_when_the_scenario_is_chosen_anew() -> None:
    at(*DECKS, RHINO, ModularSetHidden()).when(RHINO).then(table(**{"scenario.modular.0.blind": True}))


def test_the_encounter_deck_is_counted_from_its_sets() -> None:
    cards = ContentCorrected(kind="encounter-sets", id="rhino", fields={"cards": {"shocker": 1, "x": 2}})
    at(cards, *DECKS, RHINO, ModularSetChosen(set="bomb-scare")).when(EncounterDeckComposed()).then(
        says("The encounter deck was counted: 9 cards"), table(**{"scenario.deck": 9})
    )


def test_the_encounter_deck_of_an_expert_game_is_counted_by_hand_where_its_sets_are_unknown() -> None:
    cards = ContentCorrected(kind="encounter-sets", id="rhino", fields={"cards": {"shocker": 1, "x": 2}})
    unlisted = ContentCorrected(kind="scenarios", id="rhino", fields={"expert_sets": []})
    expert = (RHINO.copy_with(mode="expert"), ModularSetChosen(set="bomb-scare"))
    at(cards, unlisted, *DECKS, *expert).when(EncounterDeckComposed()).then(refused("not-counted"))


def test_an_encounter_deck_of_a_typed_scenario_is_counted_by_hand_though_its_modular_set_is_known() -> None:
    goblin = ScenarioChosen(scenario="Green Goblin", health=32, target=14, acceleration=2)
    for rest in ((), (tracking("encounter"),)):
        table_ = at(*rest, *(HEROES if rest else DECKS), goblin, ModularSetChosen(set="bomb-scare"))
        table_.when(EncounterDeckComposed()).then(refused("not-counted", bendable=False))
        (asked,) = [one for one in table_.play.campaign.prompts(PUBLIC) if one.event is EncounterDeckComposed]
        assert [*asked.missing] == ["cards"]


def test_a_set_of_which_only_some_cards_are_listed_has_the_size_that_is_printed() -> None:
    cards = ContentCorrected(kind="encounter-sets", id="rhino", fields={"cards": {"shocker": 1, "x": 2}})
    some = ContentCorrected(kind="encounter-sets", id="bomb-scare", fields={"cards": {"explosion": 1}})
    at(cards, some, *DECKS, RHINO, ModularSetChosen(set="bomb-scare")).when(EncounterDeckComposed()).then(
        table(**{"scenario.deck": 9})
    )


def test_an_encounter_deck_that_is_not_known_has_to_be_counted() -> None:
    at(*DECKS, RHINO).when(EncounterDeckComposed()).then(refused("not-counted", bendable=False))
    at(*DECKS, RHINO, ModularSetHidden()).when(EncounterDeckComposed()).then(refused("not-counted"))


def test_s10_the_main_scheme_is_turned_with_its_starting_threat() -> None:
    at(*CHOSEN, SetupStepDone(step="side A")).when(MainSchemeFlipped(threat=2)).then(
        says("The Break-In! was turned to side B, 2 threat"), table(**{"main.side": "B", "main.threat": 2})
    )
    chosen = (one.copy_with(threat=None) if one is RHINO else one for one in CHOSEN)
    unknown = at(*chosen, SetupStepDone(step="side A"))
    unknown.when(MainSchemeFlipped()).then(refused("start-unknown", bendable=False))
    (asked,) = [one for one in unknown.play.campaign.prompts(PUBLIC) if one.event is MainSchemeFlipped]
    assert ([*asked.missing], asked.keypad) == (["threat"], "threat")
    assert str(asked.title) == "Turn the main scheme to side B: how much starting threat, in total?"
    known = ContentCorrected(kind="main-schemes", id="the-break-in", fields={"threat": 0})
    at(known, *CHOSEN, SetupStepDone(step="side A")).when(MainSchemeFlipped()).then(table(**{"main.threat": 0}))
    at(*TURNED).when(MainSchemeFlipped()).then(refused("on-side-b", bendable=False))


def test_s11_the_obligations_are_shuffled_in() -> None:
    at(*TURNED).when(ObligationsShuffledIn()).then(
        says("The encounter deck was shuffled with 2 obligations"),
        table(**{"scenario.deck": 32, "scenario.obligations": []}),
    )


def test_s12_f29_the_starting_hand_is_the_hand_size_of_the_alter_ego() -> None:
    at(*SHUFFLED).when(StartingHandDrawn(seat=SPIDER, cards=("Backflip",))).then(
        table(**{"seats.spider-man.hand": ["Backflip", *[""] * 5], "seats.spider-man.deck": 34})
    )
    at(*SHUFFLED).when(StartingHandDrawn(seat=IRON)).then(refused("no-hand-size", bendable=False))
    at(*DRAWN).when(StartingHandDrawn(seat=SPIDER)).then(refused("hand-drawn", bendable=True))


def test_no_more_cards_are_named_than_are_drawn() -> None:
    at(*SHUFFLED).when(StartingHandDrawn(seat=IRON, amount=1, cards=("a", "b"))).then(
        refused("more-named", bendable=False, says="2 cards are named, but only 1 is there.")
    )
    at(*DRAWN).when(MulliganTaken(seat=SPIDER, amount=0, discarded=("Backflip",))).then(
        refused("more-named", bendable=False, says="1 card is named, but only 0 are there.")
    )


def test_s13_a_mulligan_leaves_what_was_discarded_in_the_discard_pile() -> None:
    at(*DRAWN).when(MulliganTaken(seat=SPIDER, amount=2, discarded=("Backflip",))).then(
        says("Spider-Man took a mulligan: 2 cards: Backflip"),
        table(
            **{
                "seats.spider-man.discard": ["Backflip", ""],
                "seats.spider-man.deck": 32,
                "seats.spider-man.hand": [""] * 6,
                "seats.spider-man.mulligan": True,
            }
        ),
    )


def test_s13_a_mulligan_is_taken_once_and_of_cards_in_hand() -> None:
    at(*DRAWN, MulliganTaken(seat=SPIDER, amount=0)).when(MulliganTaken(seat=SPIDER, amount=1)).then(
        refused("mulligan-taken", bendable=True)
    )
    at(*DRAWN).when(MulliganTaken(seat=SPIDER, amount=7)).then(refused("too-few-cards", bendable=False))
    at(*SHUFFLED).when(MulliganTaken(seat=SPIDER, amount=1)).then(refused("no-hand-yet", bendable=True))


def test_a_card_that_is_discarded_leaves_the_hand() -> None:
    named = (*SHUFFLED, StartingHandDrawn(seat=SPIDER, amount=2, cards=("a", "b")))
    at(*named).when(MulliganTaken(seat=SPIDER, amount=1, discarded=("a",), cards=("c",))).then(
        table(**{"seats.spider-man.hand": ["b", "c"], "seats.spider-man.discard": ["a"]})
    )
    at(*named).when(MulliganTaken(seat=SPIDER, amount=1)).then(table(**{"seats.spider-man.hand": ["a", ""]}))


def test_where_nobody_follows_the_steps_decks_are_counted_before_the_game_begins() -> None:
    hands = (tracking("hands"), *SET_UP, FirstPlayerChosen(seat=SPIDER))
    assert musts(*hands) == [DeckLaidOut, DeckLaidOut, GameBegun]
    counted = (*hands, DeckLaidOut(seat=SPIDER, size=40), DeckLaidOut(seat=IRON, size=40))
    assert musts(*counted) == [GameBegun]


def test_where_nobody_follows_the_steps_a_mulligan_may_be_taken_too() -> None:
    hands = (tracking("hands"), *SET_UP, DeckLaidOut(seat=SPIDER, size=40), DeckLaidOut(seat=IRON, size=40))
    at(*hands).then_prompts(StartingHandDrawn(seat=SPIDER), GameBegun)
    at(*hands, StartingHandDrawn(seat=SPIDER)).then_prompts(StartingHandDrawn, MulliganTaken, GameBegun)


def test_where_nobody_follows_the_steps_the_encounter_deck_may_be_counted() -> None:
    at(tracking("encounter"), *SET_UP).then_prompts(EncounterDeckComposed, GameBegun)
    at(tracking("encounter"), *SET_UP, EncounterDeckComposed(cards=30)).then_no_prompt(EncounterDeckComposed)
    assert musts(tracking("encounter"), *SET_UP, FirstPlayerChosen(seat=SPIDER)) == [GameBegun]
    at(TableOpened(), *SET_UP).then_no_prompt(EncounterDeckComposed, DeckLaidOut, StartingHandDrawn)


def test_a_modular_set_may_be_shuffled_in_unseen() -> None:
    at(*DECKS, RHINO).then_prompts(ModularSetChosen, ModularSetDrawn, ModularSetHidden)


def test_only_cards_in_hand_are_discarded_in_a_mulligan() -> None:
    named = (*SHUFFLED, StartingHandDrawn(seat=SPIDER, amount=2, cards=("a", "b")))
    at(*named).when(MulliganTaken(seat=SPIDER, amount=1, discarded=("c",))).then(refused("not-held", bendable=False))
    at(*named).when(MulliganTaken(seat=SPIDER, amount=1, discarded=("a", "b"))).then(refused("more-named"))
    half = (*SHUFFLED, StartingHandDrawn(seat=SPIDER, amount=2, cards=("a",)))
    at(*half).when(MulliganTaken(seat=SPIDER, amount=1, discarded=("c",))).then(
        table(**{"seats.spider-man.hand": ["a", ""], "seats.spider-man.discard": ["c"]})
    )


def test_where_nobody_follows_the_steps_hands_are_drawn_when_the_game_begins() -> None:
    hands = tracking("hands")
    at(hands, *SET_UP, DeckLaidOut(seat=SPIDER, size=40)).when(GameBegun()).then(
        followed(StartingHandDrawn(seat=SPIDER, amount=6)), table(**{"seats.spider-man.deck": 34})
    )
    at(TableOpened(), *SET_UP).when(GameBegun()).then(followed(), table(**{"seats.spider-man.hand.0": NOTHING}))


def test_where_the_first_player_leaves_before_the_game_somebody_says_who_begins() -> None:
    at(*SEATED, HeroTaken(hero="Wasp")).when(HeroLeft(seat=SPIDER)).then(table(first=""))


def test_a_hero_who_leaves_in_the_middle_of_a_game_leaves_nothing_for_others_to_do() -> None:
    asked = (*PLAYING, ActionRequested(seat=SPIDER, of=IRON), MinionEntered(name="shocker", seat=SPIDER))
    gone = at(*asked).when(HeroLeft(seat=IRON), bend="has to go home")
    gone.then(table(**{"agenda.due": {}, "first": SPIDER}))
    first = at(*asked).when(HeroLeft(seat=SPIDER), bend="has to go home")
    first.then(table(**{"first": IRON, "play.shocker.engaged": IRON}))


def test_ii_a_game_that_is_set_up_step_by_step_begins_once_all_is_done() -> None:
    begun = (*HEROES, FirstPlayerChosen(seat=SPIDER), ObligationsSetAside())
    at(*begun).when(GameBegun()).then(
        refused("setup-order", bendable=True, says="Do this first: Nemesis sets set aside.")
    )
    assert GameBegun not in musts(*begun)


def test_ii_a_table_that_follows_the_setup_begins_no_game_before_its_first_step_either() -> None:
    follows = (TableOpened(tracks=("turns", "encounter")), *SET_UP)
    at(*follows).when(GameBegun()).then(refused("setup-order", bendable=True, says="Do this first: Who begins."))
    at(*follows).when(GameBegun(), bend="it stands on the table already").then(table(step="player"))
    assert GameBegun not in musts(*follows)
    at(TableOpened(tracks=("hands", "encounter")), *SET_UP).when(GameBegun()).then(table(step="player"))


def test_a_deck_of_no_cards_is_not_laid_out() -> None:
    for deck in (DeckLaidOut(seat=SPIDER), DeckLaidOut(seat=SPIDER, size=0)):
        given(GAME, *ASIDE).when(deck).then(refused("no-deck-size", bendable=False))
