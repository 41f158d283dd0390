"""Which entries of a backup a repair leaves where a restore put them: those after the first one that is noted."""

from __future__ import annotations

import pytest

from companion.campaign_files.removed_entries import First, without_removed_entries
from domain.log.entries import Raw, digest_of
from domain.store.salvage import Kept, Salvaged

CAMPAIGN = "a" * 32


def entry_at(position: int, said: str = "as it was") -> Raw:
    return Raw(position, "toy.day-broke", f"{position} {said}".encode())


def file_with(*raws: Raw) -> Salvaged:
    found = Salvaged()
    for row, raw in enumerate(raws, 1):
        found.entries[CAMPAIGN][raw.position].append(Kept(row, raw))
    return found


BACKUP = tuple(entry_at(position) for position in (1, 2, 3, 4))
REMOVED = First(CAMPAIGN, 3, digest_of(entry_at(3)))


def positions_left(own: Salvaged, first: First, *backup: Raw) -> list[int]:
    """The positions that a repair would take from the backup."""
    return sorted(without_removed_entries(file_with(*backup), [first], own).entries.get(CAMPAIGN, {}))


def test_from_the_removed_entry_on_nothing_is_taken() -> None:
    assert positions_left(file_with(entry_at(1), entry_at(2)), REMOVED, *BACKUP) == [1, 2]


def test_what_was_recorded_there_since_does_not_bring_it_back() -> None:
    assert positions_left(file_with(entry_at(1), entry_at(2), entry_at(3, "another evening")), REMOVED, *BACKUP) == [
        1,
        2,
    ]


@pytest.mark.parametrize("again", [3, 4])
def test_what_is_in_the_file_again_was_imported_and_is_taken(again: int) -> None:
    assert positions_left(file_with(entry_at(1), entry_at(2), entry_at(again)), REMOVED, *BACKUP) == [1, 2, 3, 4]


def test_of_a_backup_that_never_had_the_removed_entry_all_is_taken() -> None:
    other = tuple(entry_at(position, "of another branch") for position in (1, 2, 3, 4))
    assert positions_left(file_with(), REMOVED, *other) == [1, 2, 3, 4]


def test_a_campaign_that_was_removed_whole_is_not_among_them() -> None:
    first = First(CAMPAIGN, 1, digest_of(entry_at(1)))
    assert CAMPAIGN not in without_removed_entries(file_with(*BACKUP), [first], file_with()).entries


def test_of_a_campaign_that_the_backup_has_not_nothing_is_asked() -> None:
    found = without_removed_entries(file_with(*BACKUP), [First("b" * 32, 1, REMOVED.digest)], file_with())
    assert sorted(found.entries[CAMPAIGN]) == [1, 2, 3, 4]
