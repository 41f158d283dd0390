"""The web app shell: manifest, service worker and offline page."""

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson
from flask import Blueprint, Response, render_template, url_for

from companion.web.visitors.language import YEAR, translate_sentence
from domain.framework.game import AnyGame
from domain.framework.views.face import HOUSE, GameFace
from domain.games import BY_KEY, folders_installed, installed_games
from domain.games.faces import FACES

shell = Blueprint("shell", __name__)

GROUND = "#131211"
"""The background of the dark theme, for the frame that a device draws."""
WEB = Path(__file__).parents[1]
STATIC, WORKER = WEB / "static", WEB / "worker" / "worker.js"
OF_GAMES = "games/"
"""The folder of the games' own files, among the static files and among the templates."""
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
    files, version = kept_files()
    addresses = [url_for("shell.offline"), address_of_faces(), *(url_for("static", filename=name) for name in files)]
    known = {"VERSION": version, "STATIC": f"{static_address()}/", "FILES": addresses}
    head = "".join(f"const {name} = {orjson.dumps(value).decode()};\n" for name, value in known.items())
    # Firefox below 147 cannot import modules in service workers, so the shared module is inlined.
    store = (STATIC / "js" / "store.js").read_text(encoding="utf-8").replace("export const ", "const ")
    source = WORKER.read_text(encoding="utf-8")
    return Response(head + store + source, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@shell.get("/faces.css")
def faces_stylesheet() -> Response:
    """The stylesheet with the colours and patterns of all games; its address contains its digest."""
    answer = Response(css_of_faces(), mimetype="text/css")
    answer.cache_control.max_age, answer.cache_control.immutable = YEAR, True
    return answer


@cache
def css_of_faces() -> str:
    """The stylesheet of all faces: custom properties for pages without a game, then for each game."""
    faces = {**FACES, **{key: BY_KEY[key].face for key in installed_games() if key in BY_KEY}}
    rules = {":root": HOUSE, **{f'[data-game="{key}"]': face for key, face in faces.items()}}
    return "".join(f"{selector} {{{_properties(face)}}}\n" for selector, face in rules.items())


def _properties(face: GameFace) -> str:
    weave = f"url({static_address()}/weaves/{face.weave}.svg)" if face.weave else "none"
    values = {"light": face.light, "dark": face.dark, "band": face.band, "sign": face.sign, "weave": weave}
    return "".join(f"--game-{name}:{value};" for name, value in values.items())


@cache
def address_of_faces() -> str:
    """The address of the stylesheet of all faces, with its digest."""
    return url_for("shell.faces_stylesheet", v=blake2b(css_of_faces().encode(), digest_size=4).hexdigest())


@cache
def kept_files() -> tuple[list[str], str]:
    """The static files by name, and a digest of all of them."""
    found = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
    files = dict(sorted({**found, **files_of_installed()}.items()))
    digest = blake2b(b"\0".join(path.read_bytes() for path in files.values()), digest_size=8).hexdigest()
    return [*files], digest


@cache
def files_of_installed() -> Mapping[str, Path]:
    """The stylesheets and scripts of installed games, by their names among the static files."""
    found = {
        f"{OF_GAMES}{key}{suffix}": folder / "static" / f"{key}{suffix}"
        for key, folder in folders_installed().items()
        for suffix in (".css", ".js")
        if key in BY_KEY
    }
    return {name: path for name, path in found.items() if path.is_file()}


def static_address() -> str:
    """The prefix of static addresses. It contains a digest, so browsers fetch each file once.

    Scripts import one another by relative addresses, which keep the prefix.
    """
    return f"/static/{kept_files()[1]}"


@cache
def files_of_games(suffix: str) -> list[str]:
    """The static files of all games with a suffix, by name; an open page may switch to another game."""
    return [name for name in kept_files()[0] if name.startswith(OF_GAMES) and name.endswith(suffix)]


@shell.app_context_processor
def add_game_files() -> dict[str, Any]:
    """Add the stylesheets and scripts of all games, and their faces, to every page."""
    return {"files_of_games": files_of_games, "faces_at": address_of_faces}


def face_of(game: AnyGame | None) -> GameFace:
    """The face of a game, or the neutral one for pages without a game."""
    return game.face if game else HOUSE


@shell.get("/offline")
def offline() -> str:
    """The page of the service worker for when the host is unreachable and nothing is cached."""
    return render_template("offline.html")


__all__ = ["HEADS", "OF_GAMES", "SIGNS", "face_of", "files_of_installed", "shell", "static_address"]
