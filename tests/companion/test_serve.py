"""Serving: an address that answers."""

import threading
from urllib.request import urlopen

import pytest
from flask import Flask

from companion import serve
from companion.desk import Desk


class Once:
    """A server that answers nobody and stops at once."""

    effective_port = 4711
    closed = False

    def run(self) -> None:
        raise KeyboardInterrupt

    def close(self) -> None:
        self.closed = True


def test_serving_prints_the_address_and_closes_behind_itself(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Once()
    monkeypatch.setattr(serve, "create_server", lambda app, **how: server)
    with pytest.raises(KeyboardInterrupt):
        serve.serve(desk, "127.0.0.1", 0)
    assert (capsys.readouterr().out, server.closed) == ("http://127.0.0.1:4711/\n", True)


def test_what_is_served_answers(app: Flask) -> None:
    server = serve.create_server(app, host="127.0.0.1", port=0, threads=serve.THREADS)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    with urlopen(f"http://127.0.0.1:{server.effective_port}/healthz") as answer:
        assert answer.status == 200
    server.close()
    thread.join(5)
