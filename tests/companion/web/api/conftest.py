"""The campaign “Harbour” for programs: Ann and Bob sit there, Ann has 9 coins; each test begins at entry 4."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import Program, program


@pytest.fixture
def pia(app: Flask, services: Services, visitor: Visitor) -> Program:
    """Somebody who plays Ann."""
    return program(app, services, "Pia", "Ann")


@pytest.fixture
def sam(app: Flask, services: Services, visitor: Visitor) -> Program:
    """Somebody who looks on."""
    return program(app, services, "Sam", role="spectator")
