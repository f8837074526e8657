# Needs make and Python 3.11 or newer; every target sets up what else it needs in .venv.

# The first Python that is new enough; make PYTHON=/path/to/python3.12 takes another.
PYTHON ?= $(shell for python in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# The folder of streams that `make evaluate` replays.
DATA ?= ../shared/data/streams

# The tests start hundreds of processes, each of which would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test lint bench evaluate clean

help:
	@echo "make demo             watch a sample site being learnt, then try the service (ONCE=1: no pauses, no waiting)"
	@echo "make test             lint, then run the tests (PYTEST_ARGS='-k word': some of them; '--server redis-server': with a Redis)"
	@echo "make lint             ruff, mypy and the import contracts"
	@echo "make bench            measure time and memory"
	@echo "make evaluate         score heuristics and baselines on the streams in DATA ($(DATA))"
	@echo "make clean            remove caches and outputs, but not $(VENV)"

demo: $(VENV)/.has-demo
	@$(BIN)/urltree demo $(if $(ONCE),--once)

# Three files of tests at a time, whatever the cores: much of what they do is to wait. In the order of their
# names, or else those of few tests would come last, which are the slowest.
test: lint
	$(BIN)/pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

lint: $(VENV)/.has-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.has-dev
	$(BIN)/python -m benchmarks

evaluate: $(VENV)/.has-dev
	$(BIN)/urltree evaluate $(DATA)

clean:
	rm -rf build dist out .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# The package with one of its extras. uv takes a fifth of pip's time; pip follows where there is no uv, or where
# it finds no packages because their mirror is named to pip only. Old pips cannot read the requirements of newer
# packages: pip itself goes first.
$(VENV)/.has-%: $(BIN)/python pyproject.toml
	@echo "Installing urltree[$*] into $(VENV); the first time takes up to a minute."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 \
		|| $(BIN)/python -m ensurepip >/dev/null 2>&1 \
		|| $(PYTHON) -m pip --quiet --python $(BIN)/python install pip 2>/dev/null \
		|| { echo "$(PYTHON) comes without pip. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@$(PIP) install --upgrade pip
	@{ $(PIP) install --only-binary :all: uv \
		&& $(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[$*]'; } 2>/dev/null \
		|| $(PIP) install --editable '.[$*]'
	@touch $@

$(BIN)/python:
	@test -n '$(PYTHON)' || { echo "No Python 3.11 or newer was found. Install one (Debian, Ubuntu: apt install python3 python3-venv;" \
		"macOS: brew install python) or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)."
	@$(PYTHON) -m venv --clear --without-pip $(VENV)
