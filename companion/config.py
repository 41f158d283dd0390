"""Settings: the only module that reads the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

DISTRIBUTION = "tabletop-companion"
"""The name of the distribution on PyPI; the packages and the command keep their own names."""
TABLES = 8
"""So many tables are played at the same time, unless more are said to be: what is kept at hand is made for them."""


@cache
def release_number() -> str:
    """The release of the companion; a pack file may be made by a later one."""
    from importlib.metadata import version  # noqa: PLC0415 - it loads mails and archives, which `--help` does not need

    return version(DISTRIBUTION)


@dataclass(frozen=True)
class Settings:
    """Where the campaigns are kept, how large an import may be, and to whom the pages answer.

    Args:
        data: folder of the campaign file.
        import_limit: bytes; a larger import is refused before it is read.
        trusted_hosts: names the pages answer to; any, if empty.
        host_token: what somebody shows to be the host; if empty, whoever sits at this computer is.
        behind: the address at which a proxy passes people on, if one does.
        tables: how many are played at the same time; more are slower, for less of each is kept at hand.
        host_header: the header in which such a proxy says who has signed in, and is a host; empty where none does.
        log: `json` where what is logged is written so, with a line for each request.
        quota: how many campaigns a host has who signed in so; any number, if 0.
        metrics: the port on which numbers for who runs this are served, if they are.
        trusted_proxies: addresses and networks of proxies that are believed when they say who asks.
        evenings: whether the first entry of a day begins the evening, at tables that people play at.
        shared: the address of a database in which the log is, if it is shared; the file is its copy here.
    """

    data: Path
    import_limit: int = 64 * 1024 * 1024
    trusted_hosts: tuple[str, ...] = ()
    host_token: str = ""
    behind: str = ""
    trusted_proxies: tuple[str, ...] = ()
    host_header: str = ""
    quota: int = 0
    metrics: int | None = None
    log: str = ""
    tables: int = TABLES
    evenings: bool = False
    shared: str = ""

    name: str = "campaigns.db"

    @property
    def file(self) -> Path:
        return self.data / self.name

    @property
    def guests(self) -> Path:
        """The file of guests, beside the campaigns."""
        return self.data / "guests.db"

    def for_tables(self, most: int) -> int:
        """A limit that is made for `TABLES` tables, for as many as are played here."""
        return most * self.tables // TABLES

    def for_file(self, file: Path) -> "Settings":
        """The same settings for another campaign file."""
        return replace(self, data=file.parent, name=file.name, shared="")

    def for_database(self, url: str) -> "Settings":
        """The same settings for a log in a database, with a copy in the folder of the campaigns."""
        return replace(self, name="shared.db", shared=url)


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder of caches: COMPANION_CACHE, or the system's place for them; None without any home."""
    if own := environment.get("COMPANION_CACHE"):
        return Path(own)
    try:
        system = environment.get("XDG_CACHE_HOME") or environment.get("LOCALAPPDATA") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(system) / "companion"


def from_environment(data: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Settings from COMPANION_DATA, unless a folder is given, COMPANION_STORE (the address of a shared database),
    COMPANION_HOSTS (names with spaces between) and COMPANION_HOST_TOKEN.
    """
    home = Path(environment.get("COMPANION_DATA") or Path.home() / ".companion")
    hosts = tuple(environment.get("COMPANION_HOSTS", "").split())
    found = Settings(data=data or home, trusted_hosts=hosts, host_token=environment.get("COMPANION_HOST_TOKEN", ""))
    return found.for_database(url) if (url := environment.get("COMPANION_STORE", "")) else found
