PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
OLDEST := .venv-oldest
SUPERSET := .venv-superset
DBT := .venv-dbt
# Besides the newest, which .venv has.
SQLALCHEMYS := 1.4 2.0
SQLALCHEMY_PYTHONS := $(SQLALCHEMYS:%=.venv-sqlalchemy-%/bin/python)
WORKERS ?= 2
PROGRAMS ?= 2000
PATH_PROGRAMS ?= 100
STATEFUL_PROGRAMS ?= 1000
CRASHES ?= 20
FAULTS ?= 60
SOAK_SECONDS ?= 600
SOAK_INSERTS ?= 2000
SUITES ?= a b c d e f g i j
BESIDE_CI := test-differential test-stateful test-final-paths test-faults test-soak test-cluster \
	test-versions test-sqlalchemy test-tools test-superset test-dbt

.PHONY: help setup demo bench test lint types unit unit-sqlalchemy unit-dbt integration docs \
	record test-all \
	$(BESIDE_CI) clean

help: ## Show the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## Create .venv and install everything into it

$(READY): setup.cfg pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@echo "Installing into $(VENV): a few minutes the first time"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable ".[demo]" --group dev
	@touch $@

demo: setup ## Insert 336,776 real flights over the endpoint and ask about them
	@$(BIN)/rmt demo

bench: setup $(DBT)/.ready ## Measure beside ClickHouse, DuckDB, delta-rs and plain Spark; SUITES="a d" for some
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --group bench
	@RMT_DBT_PYTHON=$(CURDIR)/$(DBT)/bin/python \
		$(BIN)/rmt bench $(SUITES) --report benchmarks/latest.md --chart benchmarks/latest.svg

test: lint types unit unit-sqlalchemy unit-dbt integration ## Everything that CI runs

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

unit: setup
	$(BIN)/python -m pytest -n $(WORKERS) tests

unit-sqlalchemy: $(SQLALCHEMYS:%=.venv-sqlalchemy-%/.ready) ## The dialect's unit tests on the older SQLAlchemys
	for python in $(SQLALCHEMY_PYTHONS); do $$python -m pytest --confcutdir tests/sqlalchemy_rmt \
		--ignore tests/sqlalchemy_rmt/dbapi tests/sqlalchemy_rmt || exit 1; done

.venv-sqlalchemy-%/.ready: setup.cfg pyproject.toml
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install -qq --disable-pip-version-check --upgrade "pip>=25.1"
	@$(@D)/bin/python -m pip install -qq --disable-pip-version-check \
		--editable ".[alembic]" --group dialect "sqlalchemy==$*.*"
	@touch $@

unit-dbt: $(DBT)/.ready ## The dbt adapter's unit tests
	$(DBT)/bin/python -m pytest --confcutdir tests/dbt_rmt tests/dbt_rmt

$(DBT)/.ready: setup.cfg pyproject.toml
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install -qq --disable-pip-version-check --upgrade "pip>=25.1"
	@$(@D)/bin/python -m pip install -qq --disable-pip-version-check --editable ".[dbt]" --group dbt
	@touch $@

integration: setup $(DBT)/.ready
	RMT_DBT_PYTHON=$(CURDIR)/$(DBT)/bin/python \
		$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations 30 integration_tests

docs: setup ## Write the reference pages that come from the code's tables
	$(BIN)/python -m docs.generate

record: setup ## What ClickHouse answers, into the cases of integration_tests/fidelity
	cd integration_tests && ../$(BIN)/python -m fidelity.record

test-all: test $(BESIDE_CI) ## Hours: all there is

test-differential: setup ## PROGRAMS=2000 random programs against real ClickHouse
	RMT_PROGRAMS=$(PROGRAMS) RMT_COLUMN_PROGRAMS=$(PROGRAMS) RMT_PLAIN_STATEMENTS=$(PROGRAMS) \
		$(BIN)/python -m pytest integration_tests/test_differential.py \
		integration_tests/test_columns.py integration_tests/test_plain_rows.py \
		-k "programs_agree or random_changes or plain_rows_are" --timeout 0

test-stateful: setup ## STATEFUL_PROGRAMS=1000 times 30 random statements and restarts beside real ClickHouse
	RMT_STATEFUL_PROGRAMS=$(STATEFUL_PROGRAMS) $(BIN)/python -m pytest \
		integration_tests/test_stateful.py --timeout 0

test-final-paths: setup ## PATH_PROGRAMS=100 random programs on each way FINAL can be answered
	for build in background sync lazy; do for mask in "8388608 67108864" "0 67108864" "0 0"; do \
	for files in "1 1" "0 1" "1 0"; do set -- $$mask $$files; \
		echo "final_build $$build, mask_literal_bytes $$1, mask_join_bytes $$2," \
			"prune_files $$3, split_clean_parts $$4"; \
		RMT_FINAL_BUILD=$$build RMT_MASK_LITERAL_BYTES=$$1 RMT_MASK_JOIN_BYTES=$$2 \
		RMT_PRUNE_FILES=$$3 RMT_SPLIT_CLEAN_PARTS=$$4 \
		RMT_PROGRAMS=$(PATH_PROGRAMS) $(BIN)/python -m pytest --timeout 0 \
			integration_tests/test_differential.py || exit 1; \
	done; done; done

test-soak: setup ## SOAK_SECONDS=600 of writers and readers, then SOAK_INSERTS=2000 tiny inserts
	RMT_SOAK_SECONDS=$(SOAK_SECONDS) RMT_SOAK_INSERTS=$(SOAK_INSERTS) \
		$(BIN)/python -m pytest -s integration_tests/test_soak.py --timeout 0

test-faults: setup ## kill -9 of the endpoint CRASHES=20 times; FAULTS=60 each of executors, PostgreSQL, disk
	RMT_CRASHES=$(CRASHES) RMT_FAULTS=$(FAULTS) $(BIN)/python -m pytest \
		integration_tests/test_crashes.py integration_tests/test_faults.py --timeout 0

test-cluster: setup ## The integration tests with executors in processes of their own
	RMT_TEST_MASTER='local-cluster[2,1,1024]' $(BIN)/python -m pytest integration_tests \
		--deselect integration_tests/test_differential.py \
		--deselect integration_tests/test_compliance.py

test-versions: setup ## All tests on the oldest PySpark that is supported
	$(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install -qq --disable-pip-version-check --upgrade "pip>=25.1"
	$(OLDEST)/bin/python -m pip install -qq --disable-pip-version-check \
		--editable ".[demo]" --group dev "pyspark==4.2.*"
	$(OLDEST)/bin/python -m pytest tests integration_tests

test-tools: setup ## The documentation's examples with pandas, Polars and a notebook
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --group tools
	$(BIN)/python -m pytest integration_tests/test_tools.py

test-superset: setup ## Real Superset, in an environment of its own, on an endpoint
	test -x $(SUPERSET)/bin/python || $(PYTHON) -m venv $(SUPERSET)
	$(SUPERSET)/bin/python -m pip install -qq --disable-pip-version-check --upgrade "pip>=25.1"
	$(SUPERSET)/bin/python -m pip install -qq --disable-pip-version-check --editable . --group superset
	$(BIN)/python integration_tests/superset/run.py $(SUPERSET)/bin/python

test-dbt: setup $(DBT)/.ready ## Every class of dbt's tests of adapters, and dbt killed in every model
	RMT_DBT_PYTHON=$(CURDIR)/$(DBT)/bin/python RMT_DBT_TESTS=all RMT_DBT_KILLS=8 \
		$(BIN)/python -m pytest -s integration_tests/test_dbt.py --timeout 0

test-sqlalchemy: setup unit-sqlalchemy ## SQLAlchemy's compliance suite on 1.4, 2.0 and 2.1
	RMT_COMPLIANCE_PYTHONS="$(SQLALCHEMY_PYTHONS:%=$(CURDIR)/%) $(CURDIR)/$(BIN)/python" \
		$(BIN)/python -m pytest -s integration_tests/test_compliance.py

clean: ## Remove what was built
	rm -rf $(VENV) $(OLDEST) $(SUPERSET) $(DBT) .venv-sqlalchemy-* build dist *.egg-info \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis
