"""The Chromium of this machine, as tests and screenshots open it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, ViewportSize

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = f"No browser is installed: none of {', '.join(NAMES)} is on the path."
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""It asks for nothing but the pages it is shown."""
SHORT_LIVED = "--js-flags=--no-opt --no-maglev"
"""Its pages are gone before it would pay to compile their scripts for speed; those that measure cost a fifth less."""

PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
OLD_TELEVISION: ViewportSize = {"width": 1366, "height": 768}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
SIZES = {"phone": PHONE, "tablet": TABLET, "laptop": LAPTOP}
SCREENS = [
    pytest.param(
        {"viewport": {"width": width, "height": height}, "locale": language}, id=f"{width}-{language}", marks=marks
    )
    for width, height in (tuple(size.values()) for size in (PHONE, TABLET, LAPTOP, OLD_TELEVISION, TELEVISION))
    for language in ("en-GB", "zh-CN")
    for marks in ([] if (width, language) == (360, "en-GB") else [pytest.mark.full],)
]
"""Options of a page: what is counted is counted on every screen and in both languages by `make full`."""


def executable() -> Path | None:
    """Where the browser is, if there is one."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return Path(found) if found else None


def installed(environment: Mapping[str, str]) -> Path:
    """Where the browser is; where there is none, the test that asks is skipped, and fails where one must be there."""
    path = executable()
    if path is None and environment.get("CI") == "true":
        pytest.fail(MISSING)
    return path or pytest.skip(MISSING)


def launched(playwright: Playwright, path: Path, *flags: str) -> Browser:
    """A browser without a window. Root has no sandbox to put it in."""
    args = [*QUIET, *flags, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return playwright.chromium.launch(executable_path=path, args=args)
