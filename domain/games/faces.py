"""The faces of all games by key, readable without importing the games."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from domain.framework.views.face import GameFace

FACES: Mapping[str, GameFace] = {
    key: GameFace(**values)
    for key, values in tomllib.loads(files(__package__).joinpath("faces.toml").read_text(encoding="utf-8")).items()
}

__all__ = ["FACES"]
