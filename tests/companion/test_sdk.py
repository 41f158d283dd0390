"""The names that a game in a package imports: a promise, to which names are only added."""

from companion import sdk
from domain.framework.game import SURFACE

NAMES_BY_VERSION = {
    1: """
add_to_number Agenda Amount AREAS AreasTracked Ask At Badge BadgeKind Beside Block Box Boxes Button Card cards_without
Cell Chance Changes Chip Choice Content ContentAdded Converted Count count_steps Counter counter_of CountList Deck
Delta Drawn Edge Ending Event event_if_valid events_defined_in Face Fact Facts FixedTexts Gains Game GameFace Grid
Grouped Handle Hex HEXAGON IfPrinted join_path KeepsOrder Keys kinds_of Known Layout Limit Line LogRole Lowers
may_hold merge_content Merged Misfit move_numbers MoveEvent MovesNumber named_only NAMES Names never NOT_ENOUGH
NOT_HELD NoteAdded NOTHING_KNOWN NotLogged number_fact NumbersMoved Occasion Offer offered_prompts OfferedBy Ordered
Outcome Pad Path payment_refusals Periods Piece Plan PlayedSeat Plot Point Printed Prompt PUBLIC question_answered
read_headings read_pack Refusal refusal Refused Remark resize_pile room_above RulingEvent Said Sealed seat_alone
SeatCard Seating Seats seats_undecided Secret Secrets SessionEnded SessionStarted Sets Settled settled_numbers Sheet
Space spaced_words SpaceKind Spends SQUARE Square State still_due Table Tallied Term Text text too_few_cards Track
TrackingSet Tracks TurnOrder value_at VERSION Viewer WayKind WhoseTurn with_blanks with_names Within Word Words
""",
}


def test_names_are_only_added() -> None:
    """A name that is added gets a version of its own here, and `SURFACE` is raised."""
    promised = {version: set(names.split()) for version, names in NAMES_BY_VERSION.items()}
    assert set().union(*promised.values()) == set(sdk.__all__)
    assert max(promised) == sdk.VERSION == SURFACE
    assert sum(map(len, promised.values())) == len(sdk.__all__)


def test_each_name_is_there() -> None:
    assert [name for name in sdk.__all__ if not hasattr(sdk, name)] == []
