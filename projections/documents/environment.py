"""The jinja2 environment that documents are made with, and where their templates stand."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


@cache
def templates() -> Path:
    """The folder of templates: of the checkout, or of the installed package.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    places = [Path(__file__).parents[2] / "templates"]
    if (companion := find_spec("companion")) and companion.origin:
        places.append(Path(companion.origin).parent / "templates")
    for place in places:
        if (place / "documents").is_dir():
            return place
    raise FileNotFoundError("The templates of the documents are missing. Install companion again.")


@cache
def environment() -> Environment:
    """One for all documents: everything is escaped, and a name that nobody gave is an error."""
    return Environment(
        loader=FileSystemLoader(templates()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
