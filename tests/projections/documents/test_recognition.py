"""Every kind of file that someone may try to import."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.framework.cards.packs import write_pack
from domain.framework.game import PUBLIC
from domain.framework.text import ENGLISH
from domain.games.champions import GAME as CHAMPIONS
from projections.documents.recognition import ADVICE, FileKind, recognise_file
from tests.house import House
from tests.projections.documents.evening import Evening, long_evening


def kind_of(content: bytes) -> FileKind:
    return recognise_file(BytesIO(content))


def zipped(*names: str) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name in names:
            archive.writestr(name, b"")
    return made.getvalue()


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        (".jsonl", FileKind.CAMPAIGN),
        (".json", FileKind.DATA),
        (".bgsplay", FileKind.BG_STATS),
        (".md", FileKind.DOCUMENT),
        (".html", FileKind.DOCUMENT),
        (".pdf", FileKind.DOCUMENT),
    ],
)
def test_an_export_is_recognised(house: House, suffix: str, kind: FileKind) -> None:
    assert kind_of(long_evening(house).exported(suffix, ENGLISH, PUBLIC)) == kind


def test_a_backup_is_recognised(house: House, tmp_path: Path) -> None:
    house.store.backup(tmp_path / "copy.db")
    assert kind_of((tmp_path / "copy.db").read_bytes()) == FileKind.BACKUP


def test_a_pack_is_recognised() -> None:
    assert kind_of(write_pack(CHAMPIONS.pack, "1.0").encode()) == FileKind.PACK


@pytest.mark.parametrize(
    "content",
    [
        b"2x Energy (Core Set)\n1x Black Cat\n\n3 Genius\n",
        b"Spider-Man deck\n\n1 Black Cat\n2 Energy\n1 Aunt May\n",
        b'{"id": 7, "name": "Mine", "slots": {"01088": 1}}',
        b'<?xml version="1.0"?>\n<deck game="x"><section name="Hero"><card qty="1" id="a">Thor</card></section></deck>',
    ],
)
def test_a_deck_list_is_recognised(content: bytes) -> None:
    assert kind_of(content) == FileKind.DECK


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", FileKind.EMPTY),
        (b"\xef\xbb\xbf \r\n\n", FileKind.EMPTY),
        (b"hello\n", FileKind.UNKNOWN),
        (b"\x89PNG\r\n\x1a\n\x00", FileKind.UNKNOWN),
        (b'[project]\nname = "x"\n[project.urls]\nHome = "y"\n', FileKind.UNKNOWN),
        (b"{}", FileKind.UNKNOWN),
        (b"[]", FileKind.UNKNOWN),
        (b'[{"name": "Energy", "code": "01088"}]', FileKind.CARDS),
        (zipped("harbour.jsonl", "photos/a.jpg"), FileKind.ARCHIVE),
        (zipped("report.txt"), FileKind.UNKNOWN),
        (zipped("harbour.jsonl")[:-9], FileKind.UNKNOWN),
        (b'\n \n{"companion":1,', FileKind.CAMPAIGN),
    ],
)
def test_other_content_is_recognised(content: bytes, kind: FileKind) -> None:
    assert kind_of(content) == kind


def test_a_file_can_be_read_from_its_beginning_afterwards(house: House) -> None:
    stream = BytesIO(Evening(house).exported(".jsonl"))
    recognise_file(stream)
    assert stream.tell() == 0


def test_every_kind_that_is_not_imported_has_advice() -> None:
    assert set(ADVICE) == set(FileKind) - {FileKind.CAMPAIGN, FileKind.ARCHIVE}


@given(st.binary(max_size=200))
def test_any_bytes_have_a_kind(content: bytes) -> None:
    assert kind_of(content) in FileKind
