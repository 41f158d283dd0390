"""The services: what it loads late, and what it leaves behind."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from companion.config import Settings
from companion.services import Services
from domain import campaigns
from domain.store import Busy, fingerprint_of_code
from projections.behind import campaigns_without_numbers, campaigns_without_words
from projections.following import complete_index


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path)


def behind(services: Services) -> list[str]:
    with services.store.reading() as cursor:
        return campaigns_without_words(cursor)


def test_two_who_ask_first_at_the_same_moment_have_the_same_campaigns(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, made, real = Services(settings), list[object](), campaigns.Campaigns
    other = Thread(target=lambda: services.campaigns)

    def slow(*args: object) -> campaigns.Campaigns:
        if not made:
            made.append(args)
            other.start()
            other.join(0.2)  # as long as it takes to ask, if nothing keeps it waiting
        made.append(args)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(campaigns, "Campaigns", slow)
    first = services.campaigns
    other.join()
    assert (services.campaigns, made) == (first, made[:1] * 2)
    services.close()


def test_the_code_is_read_for_who_plays_and_for_nobody_who_lists_campaigns(settings: Settings) -> None:
    fingerprint_of_code.cache_clear()
    services = Services(settings)
    listed = (services.list_campaigns(), fingerprint_of_code.cache_info().misses)
    assert (listed, bool(services.campaigns), fingerprint_of_code.cache_info().misses) == (([], 0), True, 1)
    services.close()


def test_who_only_looked_lets_the_words_follow_that_others_left_behind(settings: Settings) -> None:
    killed = Services(settings)
    key = killed.campaigns.new("agemonia", "Harbour", {}, killed.new_command()).campaign
    killed.campaigns.record(key, "note-added", {"text": "The bell rang."}, killed.new_command())
    killed.store.close()
    looked = Services(settings)
    assert (len(looked.list_campaigns()), behind(looked)) == (1, [key])
    looked.close()
    again = Services(settings)
    assert behind(again) == []
    again.close()


def test_who_only_looked_lets_the_numbers_follow_a_correction_too(settings: Settings) -> None:
    killed = Services(settings)
    key = killed.campaigns.new("agemonia", "Harbour", {}, killed.new_command()).campaign
    for text in ("The bell rang.", "Nobody came."):
        killed.campaigns.record(key, "note-added", {"text": text}, killed.new_command())
    killed.campaigns.undo(key, 2, killed.new_command())
    complete_index(killed.campaigns, key)
    killed.store.close()
    looked = Services(settings)
    with looked.store.reading() as cursor:
        assert (campaigns_without_words(cursor), campaigns_without_numbers(cursor)) == ([], [key])
    looked.close()
    again = Services(settings)
    with again.store.reading() as cursor:
        assert campaigns_without_numbers(cursor) == []
    again.close()


def test_that_nobody_can_tell_how_far_the_words_are_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    @contextmanager
    def refuses() -> Iterator[None]:
        raise Busy("The file is locked.")
        yield

    services = Services(settings)
    monkeypatch.setattr(services.store, "reading", refuses)
    with caplog.at_level(logging.INFO):
        services.close()
    assert "read models that lag behind cannot be found" in caplog.text
