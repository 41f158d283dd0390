"""What the answer to a tap reads back of the log: a handful of looks at the file, however much was corrected before."""

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Cursor

import pytest

from companion.services import Services
from domain.log.entries import Entry, Raw
from domain.log.entry_decoding import Reader
from domain.store.sqlite import FileStore
from tests.companion.visitor import Visitor, asking

LOOKS, ENTRIES = 18, 4
"""So often the file is looked at for a tap with the page that answers it, and so many entries are made of its bytes."""


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every transaction that reads, and every entry that was made of bytes."""
    found, reading, entry = list[str](), FileStore.reading, Reader.entry

    @contextmanager
    def looking(self: FileStore) -> Iterator[Cursor]:
        found.append("look")
        with reading(self) as cursor:
            yield cursor

    def read(self: Reader, raw: Raw) -> Entry:
        found.append("entry")
        return entry(self, raw)

    monkeypatch.setattr(FileStore, "reading", looking)
    monkeypatch.setattr(Reader, "entry", read)
    return found


def noted(services: Services, notes: int) -> str:
    """The campaign, with so many notes from entry 5 on."""
    campaign = services.find_campaign("harbour").campaign
    for number in range(notes):
        services.campaigns.record(campaign, "note-added", {"text": f"Note {number}"}, services.new_command())
    return campaign


def tapped(visitor: Visitor, path: str, looks: list[str]) -> tuple[int, int]:
    """How often the file was looked at for a tap and its answer, and how many entries were read."""
    visitor.get("")
    sent, headers = visitor.fields(), asking(visitor.get("").get_data(as_text=True))
    looks.clear()
    assert visitor.client.post(visitor.at(path), data=sent, headers=headers).status_code == 200
    return looks.count("look"), looks.count("entry")


@pytest.mark.parametrize("runs", [3, 60])
def test_an_undo_after_many_that_were_redone_reads_as_little_as_after_few(
    visitor: Visitor, services: Services, looks: list[str], runs: int
) -> None:
    campaign = noted(services, 3)
    for _ in range(runs):
        services.campaigns.undo(campaign, None, services.new_command())
        services.campaigns.redo(campaign, services.new_command())
    read = [tapped(visitor, path, looks) for path in ("undo/7", f"redo/{2 * runs + 8}")]
    assert all(looked <= LOOKS and entries <= ENTRIES for looked, entries in read)


@pytest.mark.parametrize("runs", [3, 60])
def test_so_does_an_undo_after_many_in_a_row(visitor: Visitor, services: Services, looks: list[str], runs: int) -> None:
    campaign = noted(services, runs + 6)
    for _ in range(runs):
        services.campaigns.undo(campaign, None, services.new_command())
    read = [tapped(visitor, f"undo/{10 - n}", looks) for n in range(2)]
    read.append(tapped(visitor, f"redo/{2 * runs + 12}", looks))
    assert all(looked <= LOOKS and entries <= ENTRIES for looked, entries in read)
