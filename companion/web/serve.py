"""Serving the pages on a port of this computer, and telling the table how to join."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Thread

from flask import Flask

from companion.desk import Desk
from companion.saying.ready import make_ready
from companion.terminal import clean
from companion.web.app import create_app
from companion.web.door.doorway import Doorway, server_of
from companion.web.door.gate import Gate
from companion.web.door.turns import AT_ONCE, WAITING
from companion.web.guests import Guests
from companion.web.live import MOST_STREAMS
from companion.web.people.invitation import Invitation
from domain.game import AnyGame
from projections.campaigns import Listed

THREADS = 8 + MOST_STREAMS + AT_ONCE + WAITING
"""Eight for what is asked and answered; a page that listens holds one, and who waits for a file or a preview."""
EVERYWHERE = "0.0.0.0"  # noqa: S104 - the address that is every address, so that it is not printed


@dataclass(frozen=True)
class Opening:
    """To whom the pages are opened from the start besides this computer.

    `name` is its name in the network where it listens there itself; empty where the doorway is opened.
    `campaign` is the one to join first.
    """

    name: str = ""
    campaign: Listed | None = None


def serve(
    desk: Desk,
    host: str = "127.0.0.1",
    port: int = 8000,
    names: Sequence[str] = (),
    opening: Opening | None = None,
) -> None:
    """Serve until interrupted; prints the address first. Only `names` are answered to, unless the settings say more.

    Raises:
        Jammed: it is to be opened to the network, and there is none.
    """
    settings = replace(desk.settings, trusted_hosts=desk.settings.trusted_hosts or tuple(names))
    listen(create_app(settings, desk), host, port, opening)


def listen(app: Flask, host: str, port: int, opening: Opening | None = None) -> None:
    server = server_of(app, THREADS, host=host, port=port)
    port = int(server.effective_port)
    shown = "127.0.0.1" if host == EVERYWHERE else host
    print(f"http://{shown}:{port}/", flush=True)
    Thread(target=make_ready, args=played(app), daemon=True).start()
    gate: Gate = app.extensions["gate"]
    doorway = Doorway(app, port, THREADS)
    try:
        if opening and opening.name:
            gate.address = f"http://{opening.name}:{port}"
        else:
            gate.kept_by(doorway)
        if opening:
            gate.open()
            print(clean(welcome(gate.address, opening.campaign, app.extensions["guests"])), flush=True)
        server.run()
    finally:
        gate.shut()
        doorway.wait()
        server.close()


def played(app: Flask) -> list[AnyGame]:
    """The games of the campaigns there are."""
    desk: Desk = app.extensions["desk"]
    games = (desk.campaigns.games.get(key) for key in dict.fromkeys(listed.game for listed in desk.listing()))
    return [game for game in games if game]


def welcome(address: str, campaign: Listed | None, guests: Guests) -> str:
    """What the network may now do, and how the phones of the table join."""
    if campaign is None:
        return f"On this network: {address}/join\nNobody can join yet: begin a campaign, then open its page People."
    invitation = Invitation(address, guests.code(campaign.campaign))
    return "\n".join(
        [
            f"On this network: {invitation.door}",
            f"Everybody in this network who has the code can join “{campaign.name}”, read it and record in it.",
            "All else is for this computer alone. The page People of the campaign changes the code and lets people go.",
            "",
            f"    Code: {invitation.shown_code}",
            "",
            invitation.blocks,
        ]
    )


__all__ = ["Opening", "serve"]
