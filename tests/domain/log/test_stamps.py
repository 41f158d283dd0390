"""The stamps `said` and `fell` of an entry."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Annotated, Any

import orjson
import pytest

from companion.testing import Play, given
from domain.framework.events.chance import Chance, RandomOutcome
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Settled
from domain.framework.fields.fields import make_event
from domain.framework.kernel import Withdrawn
from domain.log import corrections
from domain.log.batches import record_all
from domain.log.campaign import Campaign
from domain.log.entries import Entry, Memory, Raw
from domain.log.entry_decoding import Reader
from domain.log.open_prompts import open_prompts
from projections.documents.lossless import read_lossless, write_lossless
from tests.toy import GAME, CardDrawn, CoinsGained, DiceRolled, FavoursDrawn, SeatTaken, TowerBuilt
from tests.toy.table import Harbour, Sitter, ToyEvent

ANN = SeatTaken(seat="Ann")
NINE = CoinsGained(seat="Ann", amount=9)
OAK = TowerBuilt(seat="Ann", tower="oak")


class SailPatched(ToyEvent):
    """Its form begins with the coins of the first seat, and so do the rules."""

    help_text = "A sail is patched."
    sentence = "{seat} patched a sail"
    seat: Sitter
    coins: int | None = None
    thread: Annotated[int | None, Settled()] = None
    by: Annotated[str, Settled(offered=True)] = ""
    torn: bool = False

    @classmethod
    def prefilled(cls, table: Harbour) -> Mapping[str, Any]:
        return {"coins": next(iter(table.seats.values())).coins}

    def settle(self, table: Harbour, chance: Chance) -> "SailPatched":
        coins = table.seats[self.seat].coins if self.coins is None else self.coins
        return self.copy_with(coins=coins, thread=2 * coins)


class WatchKept(ToyEvent):
    """A setting; the table keeps the values of fields that are left out."""

    help_text = "Who keeps watch, and how long."
    sentence = "{seat} keeps watch"
    layout = Layout(keeps_unnamed=True)
    seat: Sitter
    hours: int = 4

    def values_kept(self, table: Harbour) -> Mapping[str, Any]:
        return {"hours": 9}


class DeckStirred(ToyEvent):
    """It rolls, draws and shuffles."""

    help_text = "The deck is stirred."
    sentence = "The deck was stirred"
    order: Annotated[tuple[str, ...], Settled()] = ()

    def settle(self, table: Harbour, chance: Chance) -> "DeckStirred":
        chance.dice(2, 6)
        drawn = chance.draw(["calm", "gale"])
        return self.copy_with(order=(drawn, *chance.shuffle(["toll", "tide"])))

    def follow(self, table: Harbour) -> Iterator[Event[Harbour]]:
        yield CardDrawn(seat="Ann")


MORE = replace(GAME, own_events=(*GAME.own_events, SailPatched, WatchKept, DeckStirred))


def last(play: Play) -> Entry:
    """The newest entry as it is read from the store."""
    return play.campaign.reader.entry(play.memory.raws[-1])


def said(event: Event[Any], *before: Event[Any]) -> set[str] | None:
    """The `said` of the newest command, after an event is recorded."""
    entry = given(MORE, ANN, *before).when(event).play
    found = next(one for one in reversed(list(entry.campaign.entries())) if one.cause is None).said
    return None if found is None else set(found)


# --- typed fields ----------------------------------------------------------------------------


def test_typed_fields_are_said_and_settled_ones_are_not() -> None:
    assert said(OAK, NINE) == {"seat", "tower"}


def test_nothing_may_be_said() -> None:
    assert said(DeckStirred()) == set()


def test_typed_dice_are_said_and_rolled_dice_are_not() -> None:
    assert said(DiceRolled(seat="Ann", dice=(3, 4))) == {"seat", "dice"}
    assert said(DiceRolled(seat="Ann")) == {"seat"}


def test_a_form_sends_all_it_shows_but_a_default_is_not_said() -> None:
    assert said(make_event(SailPatched, {"seat": "Ann", "coins": None, "by": "", "torn": False})) == {"seat"}
    assert said(make_event(SailPatched, {"seat": "Ann", "torn": True})) == {"seat", "torn"}


def test_a_prefilled_value_is_said_if_the_rules_would_settle_another() -> None:
    assert said(SailPatched(seat="Ann", coins=9), NINE) == {"seat"}
    assert said(SailPatched(seat="Bob", coins=9), SeatTaken(seat="Bob"), NINE) == {"seat", "coins"}
    assert said(SailPatched(seat="Ann", coins=8), NINE) == {"seat", "coins"}


def test_a_value_that_only_the_rules_fill_in_is_not_said_although_it_was_sent() -> None:
    assert said(SailPatched(seat="Ann", coins=8, thread=16), NINE) == {"seat", "coins"}


def test_a_value_that_an_offer_fills_in_is_chosen_with_the_offer() -> None:
    assert said(SailPatched(seat="Ann", by="a card")) == {"seat", "by"}


def test_a_default_is_said_if_the_table_would_keep_another_value() -> None:
    assert said(WatchKept(seat="Ann", hours=4)) == {"seat", "hours"}
    assert said(WatchKept(seat="Ann")) == {"seat"}


def test_a_name_in_place_of_an_id_is_said_like_the_id() -> None:
    assert said(TowerBuilt(seat="Ann", tower="Oak tower"), NINE) == {"seat", "tower"}


def test_each_event_recorded_together_has_its_own_said() -> None:
    play = given(MORE, ANN).play
    together = [NINE, DiceRolled(seat="Ann")]
    play.do(lambda campaign: record_all(campaign, together, play.command(), Chance(Random(1))))
    newest = list(play.campaign.entries(2))
    assert [one.said for one in newest] == [{"seat", "amount"}, {"seat"}, None]
    assert [len(one.fell) for one in newest] == [0, 1, 0]


def test_a_consequence_and_a_withdrawal_say_nothing_of_it() -> None:
    play = given(MORE, ANN, DiceRolled(seat="Ann")).play
    play.do(lambda campaign: corrections.withdraw(campaign, 3, play.command()))
    entries = list(play.campaign.entries(3))
    assert [(one.said, type(one.event)) for one in entries] == [(None, CoinsGained), (None, Withdrawn)]


def test_an_amendment_says_what_was_typed_then_and_now() -> None:
    play = given(MORE, ANN, DiceRolled(seat="Ann")).and_amend(3, dice=(1, 1)).play
    counted = play.reopen().entry_as_it_counts(3, play.campaign.standing())
    assert (last(play).said, counted.said, counted.fell) == ({"seat", "dice"}, {"seat", "dice"}, ())
    assert play.campaign.entry(3).said == {"seat"}


def test_an_amended_event_keeps_the_dice_that_fell_for_it() -> None:
    play = given(MORE, ANN, SeatTaken(seat="Bob"), DiceRolled(seat="Ann")).and_amend(4, seat="Bob").play
    fell = play.campaign.entry(4).fell
    assert (last(play).said, last(play).fell) == ({"seat"}, fell)
    assert last(play).fell[0].shown == play.campaign.entry_as_it_counts(4, play.campaign.standing()).event.dice  # type: ignore[union-attr]


def test_what_is_amended_again_is_filled_in_from_what_was_typed() -> None:
    """The rules double the coins to the thread; without what was said, the typed coins count as theirs."""
    patched = given(MORE, ANN, NINE, SailPatched(seat="Ann")).and_amend(4, coins=9, torn=True)
    play = patched.and_amend(4, torn=False).play
    play.do(lambda campaign: corrections.amend(campaign, 3, {"amount": 5}, play.command()))
    assert play.campaign.entry_as_it_counts(4, play.campaign.standing()).fields["coins"] == 9


def test_an_amendment_of_an_entry_of_an_older_release_says_nothing() -> None:
    play = given(MORE, ANN, NINE).play
    older = orjson.loads(play.memory.raws[2].state)
    del older["entry"]["said"]
    play.memory.raws[2] = play.memory.raws[2]._replace(state=orjson.dumps(older))
    play.reopen()
    play.do(lambda campaign: corrections.amend(campaign, 3, {"amount": 5}, play.command()))
    assert last(play).said is None


# --- random outcomes -------------------------------------------------------------------------


def test_outcomes_are_stored_in_order_with_their_entry() -> None:
    entries = list(given(MORE, ANN).when(DeckStirred(), rolled=(3, 4, "gale")).play.campaign.entries(2))
    assert isinstance(entries[0].event, DeckStirred)
    dice, draw, shuffle = entries[0].fell
    assert (dice, draw) == (RandomOutcome("dice", 6, (3, 4)), RandomOutcome("draw", 0, "gale"))
    assert shuffle == RandomOutcome("shuffle", 0, entries[0].event.order[1:])
    assert isinstance(entries[1].event, CardDrawn)
    assert entries[1].fell == (RandomOutcome("draw", 0, entries[1].event.card),)


def test_typed_outcomes_are_not_stored_as_rolled() -> None:
    play = given(MORE, ANN).when(DiceRolled(seat="Ann", dice=(3, 4))).play
    assert [one.fell for one in play.campaign.entries()] == [(), (), (), ()]
    assert b'"fell"' not in b"".join(raw.state for raw in play.memory.raws)


def test_outcomes_of_a_trial_are_not_stored() -> None:
    play = given(MORE, ANN).play
    open_prompts(play.campaign.game, play.campaign.table)
    play.record(NINE)
    assert last(play).fell == ()


def test_an_entry_that_draws_says_so_in_few_bytes() -> None:
    play = given(MORE, ANN).when(FavoursDrawn(seat="Ann"), rolled=("calm",)).play
    assert b'"said":["seat"],"fell":[["draw",0,"calm"]],"previous":' in play.memory.raws[-1].state


# --- reading ---------------------------------------------------------------------------------


def test_an_entry_is_read_as_it_was_recorded() -> None:
    play = given(MORE, ANN).when(DeckStirred(), rolled=(3, 4, "gale")).play
    batch = play.record(DiceRolled(seat="Ann", dice=(1, 2)))
    assert [play.campaign.reader.entry(raw) for raw in batch.raws] == batch.entries
    assert play.campaign.reader.entries(batch.raws) == batch.entries
    assert list(play.fold().entries(2)) == list(play.campaign.entries(2))


def test_export_and_import_keep_both_stamps() -> None:
    play = given(GAME, ANN, NINE, OAK).when(CardDrawn(seat="Ann"), rolled=(7,)).play
    imported = read_lossless(BytesIO(b"".join(write_lossless(play.campaign))), {GAME.key: GAME})
    assert imported.raws == play.memory.raws
    newest = list(Campaign("0" * 32, GAME, Memory(imported.raws)).entries())[-1]
    assert (newest.said, newest.fell) == (frozenset({"seat"}), (RandomOutcome("draw", 0, 7),))


def read(stamp: object, topic: str = CoinsGained.topic, version: int = 1, **fields: object) -> Entry:
    document = {"version": version, "event": fields or {"seat": "Ann", "amount": 1}, "entry": stamp}
    return Reader(GAME).entry(Raw(7, topic, orjson.dumps(document)))


def test_of_an_entry_of_an_older_release_both_are_unknown() -> None:
    entry = read({"id": "c.0"})
    assert (entry.said, entry.fell) == (None, ())


def test_said_is_unknown_if_the_fields_were_renamed_since() -> None:
    stamp = {"said": ["seat", "building"], "fell": [["draw", 0, "oak"]]}
    older = read(stamp, TowerBuilt.topic, 1, seat="Ann", building="oak")
    assert (older.event, older.said) == (OAK, None)
    assert older.fell == (RandomOutcome("draw", 0, "oak"),)
    today = read({"said": ["seat", "tower"]}, TowerBuilt.topic, 2, seat="Ann", tower="oak", paid=None)
    assert today.said == frozenset({"seat", "tower"})


@pytest.mark.parametrize(
    "stamp",
    [
        {"said": "seat"},
        {"said": [1]},
        {"said": [["seat"]]},
        {"said": {"seat": 1}},
        {"fell": 6},
        {"fell": [6]},
        {"fell": [["dice", 6]]},
        {"fell": [["dice", "6", [1]]]},
        {"fell": [["dice", 6, ["one"]]]},
        {"fell": [["dice", 6, 1]]},
        {"fell": [["coin", 2, [1]]]},
        {"fell": [["shuffle", 0, "calm"]]},
        {"fell": [["draw", 0, "calm"], None]},
        {"fell": [{"kind": "draw"}]},
        {"inserted": [0]},
        {"inserted": ["1"]},
    ],
    ids=str,
)
def test_a_damaged_stamp_is_one_that_is_not_there(stamp: dict[str, Any]) -> None:
    entry = read({"id": "c.0", **stamp})
    assert (entry.said, entry.fell, entry.inserted, entry.id) == (None, (), (), "c.0")
