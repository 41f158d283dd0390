"""Cards leave play, for a limit among other things."""

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.cards.entering import (
    AttachmentEntered,
    CardEntered,
    MinionEntered,
    ally_limit,
    cards_over_limit,
)
from domain.games.champions.cards.handling import CardExhausted, CountersPlaced, UsesSpent
from domain.games.champions.cards.leaving import (
    AllyDiscarded,
    AllyLimitChanged,
    CardLeft,
    DiscardedForNoUses,
    RestrictedDiscarded,
)
from domain.games.champions.rounds import TurnEnded
from tests.domain.games.champions.cards.test_entering import typed_in
from tests.domain.games.champions.moments import PLAYING, SPIDER

ALLIES = tuple(CardEntered(name=name, seat=SPIDER, type="ally") for name in ("Ann", "Bob", "Cleo"))
FOURTH = CardEntered(name="Dan", seat=SPIDER, type="ally")
WEB = typed_in("web", en="Web", type="upgrade", uses=2, uses_of="charge")
SHIELD = typed_in("shield", en="Shield", type="upgrade", keywords=["restricted"])
SHIELDS = (SHIELD, *(CardEntered(name="shield", seat=SPIDER) for _ in range(2)))


def test_a_card_goes_to_its_owners_discard_pile() -> None:
    ally = (*PLAYING, CardEntered(name="daredevil", seat=SPIDER))
    given(GAME, *ally).when(CardLeft(card="daredevil")).then(
        says("Daredevil left play: discard"),
        table(**{"play.daredevil": NOTHING, "seats.spider-man.discard": ["daredevil"]}),
    )


def test_a_card_goes_where_a_card_says() -> None:
    ally = (*PLAYING, CardEntered(name="daredevil", seat=SPIDER))
    for to, pile in (("hand", "hand"), ("removed", "removed")):
        given(GAME, *ally).when(CardLeft.model_validate({"card": "daredevil", "to": to})).then(
            table(**{f"seats.spider-man.{pile}": ["daredevil"]})
        )
    given(GAME, *ally).when(CardLeft(card="daredevil", to="deck")).then(table(**{"seats.spider-man.deck": 1}))
    given(GAME, *ally).when(CardLeft(card="daredevil", to="victory")).then(table(**{"scenario.victory": ["daredevil"]}))


def test_an_encounter_card_goes_to_nobodys_hand() -> None:
    minion = (*PLAYING, MinionEntered(name="shocker", seat=SPIDER))
    given(GAME, *minion).when(CardLeft(card="shocker", to="hand")).then(refused("ownerless", bendable=False))
    given(GAME, *minion).when(CardLeft(card="shocker")).then(table(**{"scenario.discard": ["shocker"]}))


def test_of_a_card_that_is_not_in_play_nothing_is_recorded() -> None:
    there = (*PLAYING, WEB, CardEntered(name="web", seat=SPIDER))
    for event in (CardLeft(card="web"), UsesSpent(card="web"), CardExhausted(card="web")):
        given(GAME, *there).when(event).then()
        given(GAME, *there, CardLeft(card="web")).when(event).then(
            refused("not-in-play", bendable=False, says="Web is not in play.")
        )


def test_what_is_attached_to_a_card_is_discarded_with_it() -> None:
    minion = (*PLAYING, MinionEntered(name="shocker", seat=SPIDER), AttachmentEntered(name="Claws", host="shocker"))
    given(GAME, *minion).when(CardLeft(card="shocker", to="removed")).then(
        table(**{"play": {}, "scenario.discard": ["Claws"], "scenario.removed": ["shocker"]})
    )


def test_f25_f26_what_is_over_a_limit_is_discarded() -> None:
    assert [cards_over_limit(4, 3), cards_over_limit(3, 3), cards_over_limit(2, 3)] == [1, 0, 0]


def test_a18_a_fourth_ally_may_enter_and_one_is_chosen_to_go() -> None:
    four = given(GAME, *PLAYING, *ALLIES, FOURTH)
    four.when(TurnEnded(seat=SPIDER)).then(refused("too-many-allies", bendable=True))
    four.when(AllyDiscarded(seat=SPIDER, card="Bob")).then(table(**{"seats.spider-man.discard": ["Bob"]}))
    four.when(TurnEnded(seat=SPIDER)).then(followed())


def test_nobody_discards_an_ally_within_the_limit() -> None:
    given(GAME, *PLAYING, *ALLIES).when(AllyDiscarded(seat=SPIDER, card="Bob")).then(refused("within-limit"))


def test_e17_the_triskelion_lets_a_player_control_a_fourth_ally() -> None:
    four = given(GAME, *PLAYING, *ALLIES, CardEntered(name="the-triskelion", seat=SPIDER), FOURTH)
    assert ally_limit(four.play.campaign.table, SPIDER) == 4
    four.when(TurnEnded(seat=SPIDER)).then(followed())


def test_a_card_changes_the_ally_limit() -> None:
    four = given(GAME, *PLAYING, *ALLIES, AllyLimitChanged(seat=SPIDER, by=1), FOURTH)
    four.when(TurnEnded(seat=SPIDER)).then(followed())
    given(GAME, *PLAYING).when(AllyLimitChanged(seat=SPIDER, by=0)).then(refused("already-so"))


def test_d28_of_three_restricted_cards_one_is_chosen_to_go() -> None:
    three = given(GAME, *PLAYING, *SHIELDS, CardEntered(name="shield", seat=SPIDER))
    three.when(TurnEnded(seat=SPIDER)).then(refused("too-many-restricted", bendable=True))
    three.when(RestrictedDiscarded(seat=SPIDER, card="shield #2")).then(
        table(**{"seats.spider-man.discard": ["shield"]})
    )


def test_two_restricted_cards_may_stay() -> None:
    given(GAME, *PLAYING, *SHIELDS).when(RestrictedDiscarded(seat=SPIDER, card="shield")).then(refused("within-limit"))


def test_d29_after_its_last_use_a_card_is_discarded() -> None:
    used = given(GAME, *PLAYING, WEB, CardEntered(name="web", seat=SPIDER)).when(UsesSpent(card="web"))
    used.then(followed(), table(**{"play.web.counters": {"charge": 1}}))
    used.and_then(UsesSpent(card="web")).then(
        followed(DiscardedForNoUses(card="web")), table(**{"seats.spider-man.discard": ["web"]})
    )


def test_no_more_uses_are_spent_than_there_are() -> None:
    given(GAME, *PLAYING, WEB, CardEntered(name="web", seat=SPIDER)).when(UsesSpent(card="web", amount=3)).then(
        refused("not-enough", bendable=False)
    )


def test_an_ally_limit_below_nothing_asks_for_no_ally_that_there_is_not() -> None:
    given(GAME, *PLAYING, AllyLimitChanged(seat=SPIDER, by=-5)).then_no_prompt(AllyDiscarded)
    given(GAME, *PLAYING, AllyLimitChanged(seat=SPIDER, by=-5)).when(TurnEnded(seat=SPIDER)).then()


def test_d29_other_counters_do_not_keep_a_card_whose_uses_are_spent() -> None:
    marked = (*PLAYING, WEB, CardEntered(name="web", seat=SPIDER), CountersPlaced(on="web", name="arrow"))
    given(GAME, *marked).when(UsesSpent(card="web", amount=2)).then(followed(DiscardedForNoUses(card="web")))


def test_a_card_in_play_may_be_removed_until_something_happens() -> None:
    ally = (*PLAYING, CardEntered(name="daredevil", seat=SPIDER))
    gone = given(GAME, *ally).when(CardLeft(card="daredevil", to="removed", until="the villain is stunned"))
    gone.then(
        table(
            **{
                "seats.spider-man.removed": ["daredevil"],
                "seats.spider-man.away": [{"card": "daredevil", "until": "the villain is stunned"}],
            }
        )
    )
    back = gone.and_then(CardEntered(name="daredevil", seat=SPIDER, out_of="removed"))
    back.then(table(**{"seats.spider-man.removed": [], "seats.spider-man.away": []}))
    back.and_undo().then(table(**{"seats.spider-man.removed": ["daredevil"]}))


def test_only_what_is_removed_comes_back_later() -> None:
    ally = (*PLAYING, CardEntered(name="daredevil", seat=SPIDER))
    for to in ("discard", "hand", "deck", "victory"):
        given(GAME, *ally).when(CardLeft(card="daredevil", to=to, until="the round ends")).then(
            refused("not-away", bendable=False)
        )
