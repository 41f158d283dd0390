"""How a visitor is spoken to and what the pages look like to them: kept in cookies, never in the log."""

from typing import Any

from flask import Blueprint, Response, g, redirect, request

from companion.typed import local_path, one_line
from domain.text import Text, Tongue, say

preferences = Blueprint("preferences", __name__)

CONTENT = {"en": "English", "zh": "中文"}
THEMES = {"": "As the device", "dark": "Dark", "light": "Light", "contrast": "High contrast"}
SCALES = {"": "Normal", "large": "Large", "huge": "Huge"}
YEAR = 365 * 24 * 60 * 60


def translate(message: str) -> str:
    """A message of the interface in the visitor's language: English, until there are catalogues."""
    return message


def tongue() -> Tongue:
    """The visitor's interface language, and their language of game terms."""
    if "tongue" not in g:
        g.tongue = Tongue(translate, chosen("content", CONTENT, "en"))
    found: Tongue = g.tongue
    return found


def chosen(name: str, among: dict[str, str], otherwise: str = "") -> str:
    """A preference: asked for in the address, or kept in its cookie."""
    for value in (request.args.get(name), request.cookies.get(name)):
        if value in among:
            return str(value)
    return otherwise


def words(message: str, /, **values: object) -> str:
    """A sentence of a page; `_` in the templates."""
    return Text(message, values).render(tongue())


def spoken(value: object) -> str:
    """Any value of the domain in the visitor's words; the filter `say`."""
    return say(value, tongue())


def visitor() -> dict[str, Any]:
    """What the frame of every page needs to know of the visitor."""
    return {
        "theme": chosen("theme", THEMES),
        "scale": chosen("scale", SCALES),
        "content": tongue().content,
        "by": one_line(request.cookies.get("by", ""), 80),
        "themes": THEMES,
        "scales": SCALES,
        "contents": CONTENT,
    }


@preferences.after_app_request
def keep_content(response: Response) -> Response:
    """Remember `?content=zh` for the pages to come."""
    if request.args.get("content") in CONTENT:
        keep(response, "content", request.args["content"])
    return response


@preferences.post("/preferences")
def prefer() -> Any:
    """Keep the choices of the page More."""
    response = redirect(local_path(request.form.get("back", "")), 303)
    for name, among in (("theme", THEMES), ("scale", SCALES), ("content", CONTENT)):
        if request.form.get(name) in among:
            keep(response, name, request.form[name])
    return signed(response)


def signed(response: Any) -> Any:
    """Remember who recorded, for the next form on this device."""
    if "by" in request.form:
        keep(response, "by", one_line(request.form["by"], 80))
    return response


def keep(response: Any, name: str, value: str) -> None:
    """A cookie for a year."""
    response.set_cookie(name, value, max_age=YEAR, samesite="Lax", httponly=True)


__all__ = ["preferences", "signed", "spoken", "tongue", "visitor", "words"]
