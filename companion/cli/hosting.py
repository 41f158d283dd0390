"""The options of `companion serve` for who serves many: a proxy in front, whom it signs in, numbers and the log."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import click

from companion.config import TABLES, Settings

OPTIONS = (
    click.option("--behind", default="", metavar="URL", help="Where a proxy passes people on: https://table.example"),
    click.option(
        "--trusted-proxy",
        multiple=True,
        metavar="ADDRESS",
        help="With --behind: the address or network of a proxy on another computer; may be given several times.",
    ),
    click.option(
        "--host-header",
        default="",
        metavar="NAME",
        help="With --behind: the header in which the proxy says who has signed in, such as X-Forwarded-User; each is a"
        " host of campaigns of their own.",
    ),
    click.option(
        "--quota", default=0, type=click.IntRange(0), metavar="N", help="How many campaigns each of them may have."
    ),
    click.option("--host-token", default="", metavar="TOKEN", help="Whoever shows it is the host, and nobody else is."),
    click.option(
        "--tables",
        default=TABLES,
        show_default=True,
        type=click.IntRange(1, 1_000),
        help="How many are played at the same time: so many are kept at hand.",
    ),
    click.option(
        "--metrics", type=click.IntRange(0, 65535), metavar="PORT", help="Numbers for Prometheus, at 127.0.0.1 alone."
    ),
    click.option(
        "--log",
        type=click.Choice(["json"]),
        help="What is logged as lines of JSON, one a request, on stderr.",
    ),
)


def hosting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class HostingAsked:
    """What the options say."""

    behind: str
    trusted_proxy: tuple[str, ...]
    host_header: str
    quota: int
    host_token: str
    tables: int
    metrics: int | None
    log: str | None

    @property
    def name(self) -> str:
        """The name in the proxy's address; empty where there is none."""
        return urlsplit(self.behind).hostname or ""

    def check(self, *, is_elsewhere: bool) -> None:
        """Refuse what does not go together; `is_elsewhere` says that other computers reach the pages themselves.

        Raises:
            click.UsageError: it says what to give instead.
        """
        parts = urlsplit(self.behind)
        if self.behind and (parts.scheme not in ("http", "https") or not self.name or parts.path.strip("/")):
            raise click.UsageError("--behind takes an address such as https://table.example.")
        if self.behind and is_elsewhere and not self.trusted_proxy:
            raise click.UsageError(
                "--behind is for a proxy on this computer: leave out --lan and --host, or name the proxy's address with"
                " --trusted-proxy."
            )
        if self.trusted_proxy and not self.behind:
            raise click.UsageError("--trusted-proxy goes with --behind.")
        for one in self.trusted_proxy:
            _check_network(one)
        self._check_hosts()

    def apply(self, settings: Settings) -> Settings:
        """The settings with what was asked for.

        Raises:
            click.UsageError: nobody would learn the token.
        """
        token = self.host_token or settings.host_token
        if self.log and self.behind and not token:
            raise click.UsageError("With --log json no token is printed: set COMPANION_HOST_TOKEN.")
        return replace(
            settings,
            host_token=token,
            host_header=self.host_header,
            quota=self.quota,
            tables=self.tables,
            metrics=self.metrics,
            log=self.log or "",
        )

    def _check_hosts(self) -> None:
        """Refuse a header that nobody may be believed about, and a quota of nobody.

        Raises:
            click.UsageError: it says what to give instead.
        """
        if self.host_header and not self.behind:
            raise click.UsageError(
                "--host-header is believed from a proxy alone: give --behind, and --trusted-proxy where it is"
                " elsewhere."
            )
        if self.host_header and not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", self.host_header):
            raise click.UsageError("--host-header takes the name of a header, such as X-Forwarded-User.")
        if self.quota and not self.host_header:
            raise click.UsageError("--quota goes with --host-header.")


def _check_network(one: str) -> None:
    """Refuse what is no network, or everybody.

    Raises:
        click.UsageError: it is none.
    """
    try:
        network = ip_network(one, strict=False)
    except ValueError:
        raise click.UsageError(
            f"--trusted-proxy takes an address or a network, such as 10.0.0.7 or 172.16.0.0/12; not {one}."
        ) from None
    if not network.prefixlen:
        raise click.UsageError(f"--trusted-proxy {one} would believe everybody. Name the network of the proxy.")


__all__ = ["HostingAsked", "hosting_options"]
