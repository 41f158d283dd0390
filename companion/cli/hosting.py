"""The options of `companion serve` for hosting many tables: a proxy, its users, metrics and the log."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import click

from companion.config import TABLES, Settings

OPTIONS = (
    click.option(
        "--behind",
        default="",
        metavar="URL",
        help="Address of a proxy that forwards to this server: https://table.example",
    ),
    click.option(
        "--trusted-proxy",
        multiple=True,
        metavar="ADDRESS",
        help="With --behind: address or network of a proxy on another computer; repeatable.",
    ),
    click.option(
        "--host-header",
        default="",
        metavar="NAME",
        help="With --behind: header with the name of the user that the proxy signed in, such as X-Forwarded-User; each"
        " user hosts separate campaigns.",
    ),
    click.option(
        "--quota",
        default=0,
        type=click.IntRange(0),
        metavar="N",
        help="With --host-header: campaigns that each user may have.",
    ),
    click.option("--host-token", default="", metavar="TOKEN", help="Only visitors with this token are the host."),
    click.option(
        "--tables",
        default=TABLES,
        show_default=True,
        type=click.IntRange(1, 1_000),
        help="Campaigns kept in memory: as many as are played at once.",
    ),
    click.option(
        "--metrics", type=click.IntRange(0, 65535), metavar="PORT", help="Serve metrics for Prometheus on 127.0.0.1."
    ),
    click.option(
        "--log",
        type=click.Choice(["json"]),
        help="Log to stderr as JSON, one line per request.",
    ),
)


def hosting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add these options to a command."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class HostingAsked:
    """The values of the hosting options."""

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
        """The host name in the proxy's address; empty if there is no proxy."""
        return urlsplit(self.behind).hostname or ""

    def check(self, *, is_elsewhere: bool) -> None:
        """Check that the options fit together; `is_elsewhere` if other computers reach the pages directly.

        Raises:
            click.UsageError: they do not; the message says what to give instead.
        """
        parts = urlsplit(self.behind)
        if self.behind and (parts.scheme not in ("http", "https") or not self.name or parts.path.strip("/")):
            raise click.UsageError("--behind takes an address such as https://table.example.")
        if self.behind and is_elsewhere and not self.trusted_proxy:
            raise click.UsageError(
                "--behind expects a proxy on this computer. Leave out --lan and --host, or give the proxy's address"
                " with --trusted-proxy."
            )
        if self.trusted_proxy and not self.behind:
            raise click.UsageError("--trusted-proxy needs --behind.")
        for one in self.trusted_proxy:
            _check_network(one)
        self._check_hosts()

    def apply(self, settings: Settings) -> Settings:
        """The settings with these options applied.

        Raises:
            click.UsageError: the host would never see the token.
        """
        token = self.host_token or settings.host_token
        if self.log and self.behind and not token:
            raise click.UsageError("With --log json the host token is not printed. Set COMPANION_HOST_TOKEN.")
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
        """Refuse a header without a proxy to trust, and a quota without users.

        Raises:
            click.UsageError: the message says what to give instead.
        """
        if self.host_header and not self.behind:
            raise click.UsageError(
                "--host-header needs a proxy. Give --behind, and --trusted-proxy if the proxy is on another computer."
            )
        if self.host_header and not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", self.host_header):
            raise click.UsageError("--host-header takes the name of a header, such as X-Forwarded-User.")
        if self.quota and not self.host_header:
            raise click.UsageError("--quota needs --host-header.")


def _check_network(one: str) -> None:
    """Refuse an invalid network, or one that contains every address.

    Raises:
        click.UsageError: the message says what to give instead.
    """
    try:
        network = ip_network(one, strict=False)
    except ValueError:
        raise click.UsageError(
            f"--trusted-proxy takes an address or a network, such as 10.0.0.7 or 172.16.0.0/12; not {one}."
        ) from None
    if not network.prefixlen:
        raise click.UsageError(f"--trusted-proxy {one} contains every address. Give only the network of the proxy.")


__all__ = ["HostingAsked", "hosting_options"]
