"""A page that is only read says nothing of recording where it does not work; one that was to record does."""

from companion.demo import make_demo
from companion.web.network.addresses import ALONE
from domain.games import BY_KEY
from tests.browser.server import Server
from tests.served.browser import Browser
from tests.served.tables import sitting

UNRECORDED = "othing was recorded"


def test_who_may_not_read_is_told_nothing_of_recording(server: Server) -> None:
    key = make_demo(server.services, BY_KEY["agemonia"])
    stranger, watching = Browser(ALONE, server.port), sitting(server, key, "spectator")
    of_another = {"X-Forwarded-For": "10.0.0.9"}
    shown = [stranger.get(path, of_another) for path in (f"/c/{key}/", f"/c/{key}/log")]
    shown += [watching.get(f"/c/{key}/{path}") for path in ("packs/", "undo/1", "record/note-added")]
    sent = watching.send(f"/c/{key}/record/note-added", [("f.text", "Quiet.")])
    stranger.close()
    watching.close()
    assert [(answer.path, answer.status) for answer in shown if answer.status not in (200, 403, 404, 422)] == []
    assert [answer.path for answer in shown if UNRECORDED in answer.page] == []
    assert (sent.status, UNRECORDED in sent.page) == (403, True)
