# Everything runs in .venv inside the clone. Needs python3 (3.11 or later) and its venv module.
#
#   make demo   reads the samples, shows their fields, draws them into out/demo
#   make test   installs what development needs, runs the tests
#   make properties  runs the property tests with random examples (make test: the same ones each time)
#   make browser  installs Chromium for the tests of the review page, where apt and root are there
#   make lint   ruff and mypy
#   make moved  what the last commit changes in the answers to the samples
#   make bench  the figures that the documentation quotes; PAPERFORMER_DATA names the labelled documents
#   make weights-wheel  packs what a training goes on from into dist/, for where no clone of the repository is
#   make docs   writes docs/cli.md, docs/evidence-list.md, the pictures and notebooks anew (needs make browser)
#   make site   builds the documentation with its API reference into build/site, offline

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAMPLES := samples/invoice-eu.pdf samples/invoice-en.pdf samples/receipt-photo.jpg
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test properties browser lint moved bench weights-wheel docs site constraints clean

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

# A stamp says that .venv holds what these two files ask for.
$(VENV)/.base: pyproject.toml constraints.txt
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@echo "Installing Paperformer and what it needs into $(VENV) ..."
	@$(PIP_INSTALL) -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	@echo "Installing what development needs into $(VENV) (torch among it) ..."
	@$(PIP_INSTALL) -e '.[dev]'
	@touch $@

demo: $(VENV)/.base
	@echo "Reading $(SAMPLES) ..."
	@$(BIN)/paperformer extract $(SAMPLES) --overlay out/demo

# Three processes of about the same time, for two cores: tests of the service wait much. The output of the two
# beside comes last. A test that fails has a second try, and the summary names it (RERUN): what is wrong fails
# twice, while processes, threads and a browser sometimes miss their time where three processes share two cores.
PYTEST := $(BIN)/python -m pytest -q -raR --reruns 1
WAITING := tests/service tests/translation
BESIDE := tests/cli tests/learning tests/synthesis tests/hostile tests/inspection

# Hundreds of commands are started: what they import is compiled once, also where the environment forbids to keep it.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/.dev
	@mkdir -p build
	@$(PYTEST) $(WAITING) > build/tests-waiting.txt 2>&1 & waiting=$$!; \
	$(PYTEST) $(BESIDE) > build/tests-beside.txt 2>&1 & beside=$$!; \
	$(PYTEST) $(WAITING:%=--ignore=%) $(BESIDE:%=--ignore=%); code=$$?; \
	wait $$waiting || code=$$?; wait $$beside || code=$$?; \
	cat build/tests-waiting.txt build/tests-beside.txt; exit $$code

# An example that fails is printed, and tried first the next time. Put it into the test as an @example.
properties: $(VENV)/.dev
	$(BIN)/python -m pytest -q -m hypothesis --hypothesis-profile=random

# The tests of the review page need a browser and are skipped without one; so this may fail.
browser:
	@if command -v chromium >/dev/null; then echo "Chromium is there."; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium ..."; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium fonts-inter; } \
	    >/dev/null 2>&1 || echo "Chromium could not be installed: the tests of the review page are skipped."; \
	else echo "Install Chromium to have the review page tested, or set PAPERFORMER_CHROMIUM to its path."; fi

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

moved: $(VENV)/.base
	@.ci/moved

# Speed and peers (about 20 minutes) need nothing but the samples; the others measure against labelled documents.
bench: $(VENV)/.dev
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/peers
ifdef PAPERFORMER_DATA
	@set -e; for script in $(filter-out benchmarks/speed.py benchmarks/cases.py benchmarks/ctranslate2_model.py benchmarks/fill.py benchmarks/soak.py benchmarks/soak_clock.py benchmarks/which_attention.py,$(wildcard benchmarks/*.py)); do \
	  echo "== $$script"; $(BIN)/python $$script; done
else
	@echo "Set PAPERFORMER_DATA to the folder of the labelled documents for the other figures."
endif

weights-wheel: $(VENV)/.base
	@$(PIP_INSTALL:install%=wheel%) --no-deps --wheel-dir dist ./packages/weights
	@ls dist/paperformer_weights-*.whl

docs: $(VENV)/.dev
	@mkdir -p build
	$(BIN)/python -m paperformer.cli.reference > docs/cli.md
	$(BIN)/python -m paperformer.cli.evidence_reference > docs/evidence-list.md
	$(BIN)/paperformer extract samples/invoice-eu.pdf --output jsonl \
	  --overlay build/docs > build/docs.jsonl
	$(BIN)/python -c "from PIL import Image; \
	  Image.open('build/docs/invoice-eu.page-1.png').quantize(64).save('docs/overlay.png', optimize=True)"
	PYTHONPATH=tests:tests/service $(BIN)/python tests/service/web/pictures.py docs
	PYTHON=$(CURDIR)/$(BIN)/python sh docs/look/draw.sh
	$(BIN)/python tests/transformer/tour_pictures.py docs
	$(BIN)/python tests/transformer/tour_recurrence_pictures.py docs
	$(BIN)/python tests/transformer/notebook.py docs/tour.md docs/tour.ipynb
	$(BIN)/python tests/transformer/notebook.py docs/tour-translation.md docs/tour-translation.ipynb
	$(BIN)/python tests/transformer/notebook.py docs/tour-recurrence.md docs/tour-recurrence.ipynb

# The pages open from the folder, their search too.
site: $(VENV)/.dev
	@PATH="$(CURDIR)/$(BIN):$$PATH" NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open build/site/index.html"

# The newest versions that fit pyproject.toml, from an environment of its own; torch keeps its pin, because
# an open range would bring gigabytes for graphics cards.
constraints:
	rm -rf build/constraints
	$(PYTHON) -m venv build/constraints
	grep '^torch==' constraints.txt > build/constraints/torch.txt
	build/constraints/bin/python -m pip install --quiet -c build/constraints/torch.txt -e '.[dev]'
	{ sed -n '/^#/p' constraints.txt; build/constraints/bin/python -m pip freeze --exclude-editable \
	  | sed 's/+cpu$$//'; } > build/constraints.txt
	mv build/constraints.txt constraints.txt
	rm -rf build/constraints

clean:
	rm -rf $(VENV) build dist out .mypy_cache .pytest_cache .ruff_cache
