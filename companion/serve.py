"""Serving the pages on a port of this computer."""

from collections.abc import Sequence
from dataclasses import replace

from flask import Flask
from waitress import create_server  # type: ignore[import-untyped]

from companion.desk import Desk
from companion.live import MOST_STREAMS
from companion.web import create_app

THREADS = 8 + MOST_STREAMS
"""Eight for what is asked and answered; a page that listens holds one."""
EVERYWHERE = "0.0.0.0"  # noqa: S104 - the address that is every address, so that it is not printed


def serve(desk: Desk, host: str = "127.0.0.1", port: int = 8000, names: Sequence[str] = ()) -> None:
    """Serve until interrupted; prints the address first. Only `names` are answered to, unless the settings say more."""
    settings = replace(desk.settings, trusted_hosts=desk.settings.trusted_hosts or tuple(names))
    listen(create_app(settings, desk), host, port)


def listen(app: Flask, host: str, port: int) -> None:
    server = create_server(app, host=host, port=port, threads=THREADS)
    shown = "127.0.0.1" if host == EVERYWHERE else host
    print(f"http://{shown}:{server.effective_port}/", flush=True)
    try:
        server.run()
    finally:
        server.close()


__all__ = ["serve"]
