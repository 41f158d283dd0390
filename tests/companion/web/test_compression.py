"""What is sent compressed, to whom, and what never is."""

from gzip import decompress

import pytest

from companion.web.rendering.static_files import SCRIPT, STYLESHEET, files_to_keep, static_address, static_files
from tests.companion.visitor import Visitor

GZIP = {"Accept-Encoding": "gzip, deflate"}
TEXTS = [SCRIPT, STYLESHEET, "icons.svg", "heads.svg"]


@pytest.mark.parametrize("name", TEXTS)
def test_a_static_file_is_compressed_for_clients_that_read_it(visitor: Visitor, name: str) -> None:
    answer = visitor.client.get(f"{static_address()}/{name}", headers=GZIP)
    assert (answer.content_encoding, answer.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert decompress(answer.data) == static_files()[name]


@pytest.mark.parametrize("asked", [{}, {"Accept-Encoding": "gzip;q=0"}, {"Accept-Encoding": "br"}])
def test_a_static_file_is_sent_as_it_is_to_others(visitor: Visitor, asked: dict[str, str]) -> None:
    answer = visitor.client.get(f"{static_address()}/{SCRIPT}", headers=asked)
    assert (answer.content_encoding, answer.headers["Vary"]) == (None, "Accept-Encoding")
    assert answer.data == static_files()[SCRIPT]


def test_a_picture_that_is_compressed_already_is_sent_as_it_is(visitor: Visitor) -> None:
    answer = visitor.client.get(f"{static_address()}/icon/192.png", headers=GZIP)
    assert (answer.content_encoding, answer.mimetype) == (None, "image/png")


@pytest.mark.parametrize("name", files_to_keep())
def test_a_static_file_has_a_type_that_browsers_accept(visitor: Visitor, name: str) -> None:
    kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "png": "image/png"}
    assert visitor.client.get(f"{static_address()}/{name}").mimetype == kinds[name.rpartition(".")[2]]


def test_a_page_is_compressed_as_a_whole(visitor: Visitor) -> None:
    answer = visitor.client.get("/c/harbour/", headers=GZIP)
    assert answer.content_encoding == "gzip"
    assert b"</html>" in decompress(answer.data)
    assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/c/harbour/log?q=words-of-another-site", "/c/words-of-another-site/"])
def test_a_page_with_text_from_its_address_is_not_compressed(visitor: Visitor, path: str) -> None:
    answer = visitor.client.get(path, headers=GZIP)
    assert answer.mimetype == "text/html"
    assert answer.content_encoding is None


def test_a_page_is_sent_as_it_is_to_clients_that_do_not_read_gzip(visitor: Visitor) -> None:
    answer = visitor.client.get("/c/harbour/")
    assert answer.content_encoding is None
    assert "</html>" in answer.text
