"""Serving the pages on a port of this computer."""

from flask import Flask
from waitress import create_server  # type: ignore[import-untyped]

from companion.desk import Desk
from companion.web import create_app

THREADS = 8


def serve(desk: Desk, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve until interrupted; prints the address first."""
    listen(create_app(desk.settings, desk), host, port)


def listen(app: Flask, host: str, port: int) -> None:
    server = create_server(app, host=host, port=port, threads=THREADS)
    print(f"http://{host}:{server.effective_port}/", flush=True)
    try:
        server.run()
    finally:
        server.close()


__all__ = ["serve"]
