"""The jinja2 environment of documents, and the folder of their templates."""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension

INDENTATION = re.compile("^[ \\t]+", re.MULTILINE)


@cache
def templates_folder() -> Path:
    """The folder of templates, in a checkout or in the installed package.

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
def document_environment() -> Environment:
    """The environment of all documents: everything is escaped, and an undefined name is an error."""
    return Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Unindented(Extension):
    """A jinja2 extension that strips the indentation of page templates, up to a seventh of a page's size.

    Documents keep theirs, so that a repeated export gives the same bytes.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub(" ", source)
