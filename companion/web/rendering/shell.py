"""The web app shell: manifest, service worker and offline page."""

from typing import Any

import orjson
from flask import Blueprint, Response, render_template, url_for

from companion.web.rendering.static_files import (
    SCRIPT,
    STATIC,
    STYLESHEET,
    WEB,
    digest_of_files,
    files_of_installed,
    files_to_keep,
    static_address,
)
from companion.web.visitors.language import translate_sentence
from domain.framework.game import AnyGame
from domain.framework.views.face import HOUSE, GameFace

shell = Blueprint("shell", __name__)

GROUND = "#131211"
"""The background of the dark theme, for the frame that a device draws."""
WORKER = WEB / "worker" / "worker.js"
SIGNS = "icons.svg"
"""The file of icons."""
HEADS = "heads.svg"
"""The file of heads for the portraits of seats."""
ICONS = (("icon/any.svg", "any"), ("icon/192.png", "192x192"), ("icon/512.png", "512x512"))


@shell.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest."""
    icons: list[dict[str, Any]] = [
        {"src": url_for("static", filename=name), "sizes": sizes, "purpose": "any maskable"} for name, sizes in ICONS
    ]
    manifest = {
        "name": translate_sentence("Companion"),
        "short_name": translate_sentence("Companion"),
        "description": translate_sentence("The log of your campaign, at the table"),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": icons,
    }
    return Response(orjson.dumps(manifest), mimetype="application/manifest+json")


@shell.get("/sw.js")
def worker() -> Response:
    """The service worker, with the files it caches and a version that changes with them."""
    addresses = [url_for("shell.offline"), *(url_for("static", filename=name) for name in files_to_keep())]
    known = {"VERSION": digest_of_files(), "STATIC": f"{static_address()}/", "FILES": addresses}
    head = "".join(f"const {name} = {orjson.dumps(value).decode()};\n" for name, value in known.items())
    # Firefox below 147 cannot import modules in service workers, so the shared module is inlined.
    store = (STATIC / "js" / "store.js").read_text(encoding="utf-8").replace("export const ", "const ")
    source = WORKER.read_text(encoding="utf-8")
    return Response(head + store + source, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@shell.app_context_processor
def add_files() -> dict[str, Any]:
    """Add the names of the stylesheets and scripts to every page."""
    return {
        "stylesheets": [STYLESHEET, *files_of_installed(".css")],
        "scripts": [SCRIPT, *files_of_installed(".js")],
    }


def face_of(game: AnyGame | None) -> GameFace:
    """The face of a game, or the neutral one for pages without a game."""
    return game.face if game else HOUSE


@shell.get("/offline")
def offline() -> str:
    """The page of the service worker for when the host is unreachable and nothing is cached."""
    return render_template("offline.html")


__all__ = ["HEADS", "SIGNS", "face_of", "shell"]
