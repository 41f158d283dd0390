"""`companion serve` as people start it: a process of its own on a folder of campaigns."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, Self
from uuid import uuid4

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.framework.content import load_pack
from domain.games import BY_KEY, OWN
from domain.games.own.gallery import gallery_names, source_of
from domain.log.campaign import Campaign
from projections.documents.lossless import add_packs, check_playable
from tests.moments import read_golden
from tests.suite.patience import HANG, end_process

_NUMBERS = count(1)


class Server:
    """A folder with the demo, and the pages over it; `away` is a host that goes and comes back."""

    program = "tests.browser"

    def __init__(self, data: Path, *options: str) -> None:
        self.services = Services(Settings(data))
        self.demo = make_demo(self.services, BY_KEY["agemonia"])
        self.own = self.begin_described("co-op")
        self.address = ""
        self._options = options
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Serve; after a stop, at the same address as before, once nobody else is there."""
        until = monotonic() + HANG
        while not self._served():
            self.stop()
            again = self._port and monotonic() < until
            assert again, "The server went before it said where it is."

    def _served(self) -> bool:
        """Whether a process of the pages says where it is; false where it went without a word."""
        data = str(self.services.settings.data)
        line = [sys.executable, "-m", self.program, "--data", data, "serve", "--port", str(self._port), *self._options]
        self._process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for shown in self._process.stdout:
            if found := re.search(r"http://[^/\s]+:(\d+)/", shown):
                self.address, self._port = found[0].rstrip("/"), int(found[1])
                return True
        return False

    @property
    def port(self) -> int:
        return self._port

    @property
    def pid(self) -> int:
        """Its process; 0 while it is away."""
        return self._process.pid if self._process else 0

    def stop(self) -> None:
        """End it, whatever it does."""
        if self._process is not None:
            process, self._process = self._process, None
            end_process(process)

    @contextmanager
    def away(self) -> Iterator[None]:
        """While the host is gone; behind it, the host is there again, whatever happened."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def close(self) -> None:
        self.stop()
        self.services.close()

    # --- the file behind the pages ---

    def begin_described(self, id_: str) -> str:
        """A campaign of a described game from the gallery, under the game's name; its key."""
        content = load_pack(source_of(id_))
        name, command = gallery_names()[id_].en, self.services.new_command()
        made = self.services.campaigns.new(OWN, name, {}, command, pack=content)
        return self.services.find_campaign(made.campaign).key

    def branch(self, name: str = "", of: str = "") -> str:
        """A campaign of one's own that is where the demo is, or another one; its key."""
        parent = self.services.find_campaign(of or self.demo)
        made = self.services.campaigns.branch(
            parent.campaign, name or f"Table {next(_NUMBERS)}", None, parent.key, self.services.new_command()
        )
        return self.services.find_campaign(made.campaign).key

    def play_on(self, log: str, entries: int) -> str:
        """A campaign of one's own that goes on with a golden log after so many of its entries; its key."""
        imported = read_golden(*log.split("/"))
        header = imported.header.model_copy(update={"campaign": uuid4().hex})
        begun = replace(imported, header=header, raws=imported.raws[:entries])
        campaigns = self.services.campaigns
        add_packs(campaigns, begun)
        made = campaigns.adopt_campaign(check_playable(campaigns, begun, header.campaign))
        return self.services.find_campaign(made.campaign).key

    def record(self, key: str, event: str, actor: str = "", **fields: Any) -> None:
        """Record an event past the pages, as the terminal would."""
        self.services.campaigns.record(
            self.services.find_campaign(key).campaign, event, fields, self.services.new_command(actor=actor)
        )

    def amend(self, key: str, entry: int, **changes: Any) -> None:
        """Change an entry past the pages."""
        self.services.campaigns.amend(
            self.services.find_campaign(key).campaign, entry, changes, self.services.new_command()
        )

    def campaign(self, key: str) -> Campaign:
        """A campaign as the file has it now."""
        return self.services.campaigns.copy_from_file(self.services.find_campaign(key).campaign)


class Unkept(Server):
    """One whose files no browser keeps by itself: with the host gone, what is there is there by our doing."""

    program = "tests.browser.unkept"
