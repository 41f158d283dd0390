"""Settings: the only module that reads the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

DISTRIBUTION = "tabletop-companion"
"""The name of the distribution on PyPI; the packages and the command keep their own names."""
TABLES = 8
"""The default number of tables played at the same time; the sizes of in-memory caches are based on it."""


@cache
def release_number() -> str:
    """The release of companion; a pack file may come from a later one."""
    from importlib.metadata import version  # noqa: PLC0415 - imports modules that `--help` does not need

    return version(DISTRIBUTION)


@dataclass(frozen=True)
class Settings:
    """The folder of the campaigns, limits, and whom the pages answer.

    Args:
        data: folder of the campaign file.
        import_limit: bytes; a larger import is refused before it is read.
        trusted_hosts: host names that the pages answer to; any if empty.
        host_token: the token that makes a visitor the host; if empty, visitors from this computer are.
        behind: the address of a proxy in front; empty if there is none.
        tables: number of tables played at the same time; the caches are sized for them.
        host_header: the header with the name of a user whom the proxy signed in as a host; empty if there is none.
        log: `json` to log as JSON, with a line per request.
        quota: campaigns that each signed-in host may have; 0 for no limit.
        metrics: the port on which metrics are served; None for none.
        trusted_proxies: addresses and networks of proxies whose forwarding headers are trusted.
        origins: web origins whose pages may call the API with a token; none if empty.
        evenings: whether the first entry of a day starts a session, at tables with players.
        shared: the address of a shared database, of which the campaign file is a copy; empty if there is none.
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
    origins: tuple[str, ...] = ()
    evenings: bool = False
    shared: str = ""

    name: str = "campaigns.db"

    @property
    def file(self) -> Path:
        return self.data / self.name

    @property
    def guests(self) -> Path:
        """The file of guests, next to the campaigns."""
        return self.data / "guests.db"

    @property
    def notices(self) -> Path:
        """The folder of the receivers of notices, next to the campaigns."""
        return self.data / "notices"

    def for_tables(self, most: int) -> int:
        """A limit chosen for `TABLES` tables, scaled to the number of tables here."""
        return most * self.tables // TABLES

    def for_file(self, file: Path) -> "Settings":
        """The same settings for another campaign file."""
        return replace(self, data=file.parent, name=file.name, shared="")

    def for_database(self, url: str) -> "Settings":
        """The same settings for a log in a database, with a copy in the data folder."""
        return replace(self, name="shared.db", shared=url)


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder of caches: COMPANION_CACHE, or the system's; None if the user has no home folder."""
    if own := environment.get("COMPANION_CACHE"):
        return Path(own)
    try:
        system = environment.get("XDG_CACHE_HOME") or environment.get("LOCALAPPDATA") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(system) / "companion"


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the system's messages as a tag (`zh_CN`), from LC_ALL, LC_MESSAGES or LANG; empty if unset."""
    named = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return named.partition(".")[0].partition("@")[0]


def from_environment(data: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Settings from environment variables.

    COMPANION_DATA is the data folder, unless `data` is given; COMPANION_STORE the address of a shared database;
    COMPANION_HOSTS the trusted host names, separated by spaces; COMPANION_HOST_TOKEN the host's token;
    COMPANION_ORIGINS the origins whose pages may call the API, separated by spaces.
    """
    home = Path(environment.get("COMPANION_DATA") or Path.home() / ".companion")
    hosts = tuple(environment.get("COMPANION_HOSTS", "").split())
    found = Settings(data=data or home, trusted_hosts=hosts, host_token=environment.get("COMPANION_HOST_TOKEN", ""))
    found = replace(found, origins=tuple(environment.get("COMPANION_ORIGINS", "").split()))
    return found.for_database(url) if (url := environment.get("COMPANION_STORE", "")) else found
