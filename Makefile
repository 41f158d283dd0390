# Two commands matter: `make run` and `make test`. The rest is for those who work on the code.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
UV := $(BIN)/uv
RUNNABLE := $(VENV)/.runnable
INSTALLED := $(VENV)/.installed
SCRIPTS := deno.json companion

export DENO_DIR := $(CURDIR)/$(VENV)/.deno
export DENO_NO_UPDATE_CHECK := 1
# Tests start hundreds of programs: each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

SYNC = VIRTUAL_ENV=$(CURDIR)/$(VENV) $(UV) sync --quiet --frozen --active

.PHONY: run test test-all full quick slow soak hunt mutants audit check lint types imports cover bench scale container app wheel docs site screens golden i18n format clean

run: $(if $(wildcard $(INSTALLED)),$(INSTALLED),$(RUNNABLE))  ## serve the demo campaign; installs only what running needs
	@COMPANION_DATA=$${COMPANION_DATA:-.data} $(BIN)/companion demo >/dev/null
	@COMPANION_DATA=$${COMPANION_DATA:-.data} $(BIN)/companion serve --port $(PORT) $(if $(LAN),--lan)

test: check quick  ## before each push: lint, types, layers, rules, commands, API, sampled laws; then where the time went

test-all: test slow  ## what CI runs: also every page in a browser, the served program, faults, laws at all moments

full: check cover  ## each night and before a release: also every view of a page, every screen, and coverage

check: lint types imports

lint: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/deno fmt --quiet --check $(SCRIPTS)
	$(BIN)/deno lint --quiet companion

types: $(INSTALLED)  ## of Python and of JavaScript
	$(BIN)/mypy
	$(BIN)/deno check --quiet companion

imports: $(INSTALLED)
	$(BIN)/lint-imports

quick: $(INSTALLED)
	$(BIN)/pytest -n auto --dist worksteal -m 'not slow and not full'

slow: $(INSTALLED)
	$(BIN)/pytest -n auto --dist worksteal -m 'slow and not full'

cover: $(INSTALLED)  ## all tests, those of `full` too; domain and projections keep 95 % of their branches covered
	$(BIN)/pytest -n auto --dist worksteal -m '' --cov --cov-report=
	$(BIN)/coverage report --fail-under=95 --skip-covered --sort=cover

soak: $(INSTALLED)  ## eight devices, ten events a second, ten minutes: is all saved, is memory flat; MINUTES=60 for an hour
	MINUTES=$${MINUTES:-10} $(BIN)/pytest -s -q -n 0 -o faulthandler_timeout=0 -m soak tests/faults/test_soak.py

hunt: $(INSTALLED)  ## kills, damages and evenings by the thousand, others each time; SOAK=400 for a night
	SOAK=$${SOAK:-40} $(BIN)/pytest -n auto --dist worksteal -m 'soak or hypothesis'

mutants: $(INSTALLED)  ## a hundred changes of the rules: does the nearest test notice each; ARGS="--seed 7" for others
	nice $(BIN)/python -m tests.mutants $(ARGS)

audit: $(INSTALLED)  ## what bandit finds in the code, and known faults of installed packages, which needs the network
	$(SYNC) --inexact --group audit
	$(BIN)/python -m tests.suite.audit

bench: $(INSTALLED)  ## each wait next to a floor of the same run, written into docs/develop/speed.md; ARGS="-k fold" for some
	$(BIN)/pytest -q -p no:randomly -p no:xdist -o faulthandler_timeout=0 tests/bench/speed.py tests/bench/moments.py \
		tests/bench/phones.py tests/bench/taps.py tests/bench/first_load.py $(ARGS)

scale: $(INSTALLED)  ## 200 tables with 800 screens at one process, and at two with a database: docs/develop/scale.md; a quarter of an hour
	$(BIN)/python -m tests.bench.tables $(ARGS)

container: $(INSTALLED)  ## build the image from a clean clone of what is committed and run it; needs podman or docker
	$(BIN)/python -m tools.container

app: $(INSTALLED)  ## build the download for people without Python with PyInstaller, and run it; left in dist/
	$(UV) run --quiet --isolated --frozen --no-dev --group app python -m tools.app

wheel: $(INSTALLED)  ## build it from a clean clone of what is committed, install and run it as another user; left in dist/
	$(BIN)/python -m tools.wheel

i18n: $(INSTALLED)  ## bring the catalogues of the core and of every game up to date; new messages are empty
	$(BIN)/python -m tools.catalogue

docs: $(INSTALLED)  ## write docs/refusals, and the reference pages into docs/reference, which git ignores
	$(BIN)/python -m tools.reference docs

site: docs  ## build the documentation site into build/site
	$(BIN)/zensical build --strict

screens: $(INSTALLED)  ## make the pictures of the main pages and of each thing from the demos; needs a Chromium
	$(BIN)/python -m tests.browser.screens docs/screens
	$(BIN)/python -m tests.browser.things docs/screens/things

golden: $(INSTALLED)  ## write the texts that describe what the rules do, along the golden logs; read the difference
	set -e; for each in shown tried numbers; do $(BIN)/python -m tests.$$each; done

format: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/deno fmt --quiet $(SCRIPTS)

# Both install exactly what uv.lock names, so that nothing of an older lock stays. Once the packages of the tests are there,
# `make run` keeps them up to date too.
$(INSTALLED): uv.lock pyproject.toml | $(UV)
	$(SYNC)
	@touch $@

$(RUNNABLE): uv.lock pyproject.toml | $(UV)
	$(SYNC) --no-dev
	@touch $@

$(UV):
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.8

clean:
	rm -rf $(VENV) .data dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
