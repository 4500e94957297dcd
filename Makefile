# make run      the site with a game to look at, on this machine alone (PORT=8001 for another port)
# make example  adjudicate the example turn
# make test     the tests
# make check    everything that CI runs: format, lint, types, imports, tests, documentation

BIN := .venv/bin
PORT ?= 8000
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run example test check bench bench-draw format docs lock clean base dev

help:
	@sed -n 's/^# make/make/p' Makefile
	@echo 'make bench    measure the engine beside its peers (ARGS=--write puts the figures into docs/benchmarks.md)'
	@echo 'make format   put the code into the common format'
	@echo 'make dev      make .venv with all that tests, documentation, maps and the site need'
	@echo 'make docs     build the documentation into build/docs'
	@echo 'make lock     compile requirements/*.txt again (LOCK_FLAGS=--upgrade for newer releases)'
	@echo 'make clean    remove what these made'

base:
	@sh scripts/venv base

dev:
	@sh scripts/venv dev

run: base
	@exec $(BIN)/talleyrand serve --demo --port $(PORT) $(ARGS)

example: base
	@$(BIN)/talleyrand adjudicate examples/forum_turn/turn.json --format text

test: dev
	@$(BIN)/pytest $(ARGS)

check: dev
	@echo '== Format (ruff format) =='
	@$(BIN)/ruff format --check .
	@echo '== Lint (ruff check) =='
	@$(BIN)/ruff check .
	@echo '== Types (mypy) =='
	@$(BIN)/mypy
	@echo '== Imports (import-linter) =='
	@$(BIN)/lint-imports
	@echo '== Tests (pytest) =='
	@$(BIN)/pytest -n auto --maxprocesses 8 --ignore tests/browser $(ARGS)
	@echo '== Tests of the site on PostgreSQL =='
	@scripts/with_postgres $(BIN)/pytest -n auto --maxprocesses 8 tests/host
	@echo '== Tests in a browser (Chromium) =='
	@TALLEYRAND_BROWSER=required $(BIN)/pytest tests/browser
	@echo '== Documentation (mkdocs) =='
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo '== All checks passed =='

bench: base
	@$(BIN)/python benchmarks/bench.py $(ARGS)

bench-draw: dev
	@$(BIN)/python benchmarks/draw.py $(ARGS)

format: dev
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

docs: dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# The compiler lives apart, so that it never disturbs .venv.
UV := .venv-lock/bin/uv
COMPILE := $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(LOCK_FLAGS)

lock: $(UV)
	@$(COMPILE) --group build --extra png --extra site --output-file requirements/base.txt
	@$(COMPILE) --group dev --extra atlas --extra png --extra site --constraint requirements/base.txt --output-file requirements/dev.txt
	@! grep -n '://' requirements/*.txt

$(UV):
	@sh scripts/venv check
	@rm -rf .venv-lock
	@$${PYTHON:-python3} -m venv .venv-lock
	@.venv-lock/bin/python -m pip install -qq --disable-pip-version-check uv

clean:
	rm -rf .venv .venv-lock .venv.lock build dist htmlcov .coverage .coverage.* \
		.hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
