PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
OLDEST := .venv-oldest
SUPERSET := .venv-superset
AIRFLOW := .venv-airflow
DBT := .venv-dbt
TOOLS := .venv-tools
# Besides the newest, which .venv has.
SQLALCHEMYS := 1.4 2.0
SQLALCHEMY_PYTHONS := $(SQLALCHEMYS:%=.venv-sqlalchemy-%/bin/python)
# What JVMs of the tests need not read from their jars again.
CLASSES := $(VENV)/.classes
ENVIRONMENTS := $(READY) $(CLASSES) $(DBT)/.ready $(SQLALCHEMYS:%=.venv-sqlalchemy-%/.ready)
# Modules are compiled when they are first imported, as most of what is installed never is, and what
# was compiled is kept, also where the environment says not to.
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL := pip install -qq --disable-pip-version-check --no-compile
WORKERS ?= 2
# These wait for the endpoint and for each other: a third worker has what the two leave of two cores.
INTEGRATION_WORKERS ?= 3
PARALLEL = -n $(WORKERS) --dist worksteal
# What a target's runs of pytest write for `make results`: a folder for each target.
RESULTS := .results
JUNIT = --junitxml $(RESULTS)/$(if $(filter integration unit%,$@),test,$@)/$@.xml
INTEGRATION = RMT_DBT_PYTHON=$(CURDIR)/$(DBT)/bin/python \
	$(BIN)/python -m pytest -n $(INTEGRATION_WORKERS) --dist worksteal $(JUNIT) integration_tests
# Of long tests, the cases that `make test` has time for; `make test-rest` runs the others.
SAMPLE := --cases sample
CHECKS := lint types unit
CLIENT_CHECKS := unit-sqlalchemy unit-dbt
SEED := $(or $(SEED),$(shell date +%s))
PROGRAMS ?= 2000
PATH_PROGRAMS ?= 100
N ?= 10000
STATEFUL_PROGRAMS ?= 1000
CRASHES ?= 20
FAULTS ?= 60
SOAK_SECONDS ?= 600
SOAK_INSERTS ?= 2000
SOAK_SESSIONS ?= 1000
SUITES ?= a b c d e f g i j k l m n o
BESIDE_CI := test-rest test-as-shipped test-hostile test-differential test-composed test-stateful test-final-paths test-faults test-soak test-cluster \
	test-versions test-sqlalchemy test-tools test-superset test-airflow test-dbt

.PHONY: help setup demo bench test test-shuffled durations checks client-checks environments results lint types unit unit-sqlalchemy unit-dbt integration docs \
	record verify test-all \
	$(BESIDE_CI) clean

help: ## Show the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## Create .venv and install everything into it

$(READY): setup.cfg pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@echo "Installing into $(VENV): a few minutes the first time"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m $(PIP_INSTALL) --upgrade "pip>=25.1"
	@$(BIN)/python -m $(PIP_INSTALL) --editable ".[demo]" --group dev
	@touch $@

$(CLASSES): $(READY)
	@cd integration_tests && ../$(BIN)/python -m support.class_archive ../.pytest_cache/d/classes
	@touch $@

demo: setup ## Insert 336,776 real flights over the endpoint and ask about them
	@$(BIN)/rmt demo

bench: setup $(DBT)/.ready ## Measure beside ClickHouse, DuckDB, delta-rs and plain Spark; SUITES="a d" for some
	@$(BIN)/python -m $(PIP_INSTALL) --group bench
	@RMT_DBT_PYTHON=$(CURDIR)/$(DBT)/bin/python \
		$(BIN)/rmt bench $(SUITES) --report benchmarks/latest.md --chart benchmarks/latest.svg

# The short checks run beside the integration tests, which wait often, and while the environments of
# the others are installed; their output comes at once, without the lines that tell how far they are.
test: setup ## Everything that CI runs; ONLY=merges for the tests of one area
ifdef ONLY
	@$(MAKE) --no-print-directory environments
	$(BIN)/python -m pytest $(PARALLEL) $(SAMPLE) --area $(ONLY) tests
	$(INTEGRATION) $(SAMPLE) --area $(ONLY)
else
	@$(MAKE) --no-print-directory -j3 checks integration client-checks
endif

environments: ## All virtual environments of `make test`, side by side
	@$(MAKE) --no-print-directory -j2 $(ENVIRONMENTS)

checks: setup
	$(call at_once,$(CHECKS))

client-checks: $(DBT)/.ready $(SQLALCHEMYS:%=.venv-sqlalchemy-%/.ready)
	$(call at_once,$(CLIENT_CHECKS))

at_once = +@for check in $(1); do $(MAKE) --no-print-directory $$check || exit 1; done \
	>.$@.log 2>&1; status=$$?; grep -v '%\]$$' .$@.log; exit $$status

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

unit: setup
	$(BIN)/python -m pytest $(PARALLEL) $(JUNIT) $(SAMPLE) tests

unit-sqlalchemy: $(SQLALCHEMYS:%=.venv-sqlalchemy-%/.ready) ## The dialect's unit tests on the older SQLAlchemys
	for version in $(SQLALCHEMYS); do .venv-sqlalchemy-$$version/bin/python -m pytest \
		--junitxml $(RESULTS)/test/$@-$$version.xml --confcutdir tests/sqlalchemy_rmt \
		--ignore tests/sqlalchemy_rmt/dbapi tests/sqlalchemy_rmt || exit 1; done

.venv-sqlalchemy-%/.ready: setup.cfg pyproject.toml
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m $(PIP_INSTALL) --upgrade "pip>=25.1"
	@$(@D)/bin/python -m $(PIP_INSTALL) \
		--editable ".[alembic]" --group dialect "sqlalchemy==$*.*"
	@touch $@

unit-dbt: $(DBT)/.ready ## The dbt adapter's unit tests
	$(DBT)/bin/python -m pytest $(JUNIT) --confcutdir tests/dbt_rmt tests/dbt_rmt

$(DBT)/.ready: setup.cfg pyproject.toml
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m $(PIP_INSTALL) --upgrade "pip>=25.1"
	@$(@D)/bin/python -m $(PIP_INSTALL) --editable ".[dbt-python]" --group dbt
	@touch $@

integration: setup $(CLASSES) $(DBT)/.ready
	$(INTEGRATION) $(SAMPLE) --durations 10

test-rest: setup $(DBT)/.ready ## The cases of long tests that `make test` leaves out
	$(BIN)/python -m pytest $(PARALLEL) --junitxml $(RESULTS)/$@/unit.xml --cases rest tests
	$(INTEGRATION) --cases rest

test-shuffled: setup $(DBT)/.ready ## The tests in random order, their properties with new examples; SEED=7 for the order of another run
	@echo "SEED=$(SEED)"
	RMT_NEW_EXAMPLES=1 $(BIN)/python -m pytest $(PARALLEL) --shuffle $(SEED) tests
	RMT_NEW_EXAMPLES=1 $(INTEGRATION) --shuffle $(SEED)

durations: setup $(DBT)/.ready ## Run the tests and write how long each takes into durations.tsv
	$(BIN)/python -m pytest $(PARALLEL) --write-durations tests
	$(INTEGRATION) --write-durations

docs: setup ## Write the reference pages that come from the code's tables
	$(BIN)/python -m docs.generate

record: setup $(DBT)/.ready ## What ClickHouse answers the tests, into the cases of fidelity and into recorded
	cd integration_tests && ../$(BIN)/python -m fidelity.record
	RMT_CLICKHOUSE=record $(BIN)/python -m pytest $(PARALLEL) tests
	RMT_CLICKHOUSE=record $(INTEGRATION)

verify: setup $(DBT)/.ready ## The recorded answers beside those that ClickHouse gives now
	RMT_CLICKHOUSE=verify $(BIN)/python -m pytest $(PARALLEL) tests
	RMT_CLICKHOUSE=verify $(INTEGRATION)

test-all: ## Hours: all there is, and its results in docs/conformance.md
	rm -rf $(RESULTS)
	RMT_CLICKHOUSE=verify RMT_NEW_EXAMPLES=1 $(MAKE) -k test $(BESIDE_CI); status=$$?; $(MAKE) results && exit $$status

results: setup ## Write the results of the targets that ran into docs/conformance.md
	$(BIN)/python -m docs.conformance record $(RESULTS)

test-as-shipped: setup $(DBT)/.ready ## The integration tests with Spark's settings as users have them, on Derby
	RMT_TEST_AS_SHIPPED=1 RMT_TEST_METASTORE=derby $(INTEGRATION)

test-hostile: setup ## Statements of 100,000 characters instead of 20,000
	RMT_STATEMENT_SIZE=100000 $(BIN)/python -m pytest -n $(WORKERS) $(JUNIT) \
		tests/sql/test_hostile_statements.py

test-differential: setup ## PROGRAMS=2000 random programs against real ClickHouse
	RMT_PROGRAMS=$(PROGRAMS) RMT_COLUMN_PROGRAMS=$(PROGRAMS) RMT_PLAIN_STATEMENTS=$(PROGRAMS) \
		RMT_FAMILY_PROGRAMS=$(PROGRAMS) $(BIN)/python -m pytest integration_tests/test_differential.py \
		integration_tests/test_family.py integration_tests/test_columns.py integration_tests/test_plain_rows.py \
		-k "programs_agree or programs_of or random_changes or plain_rows_are" --timeout 0 $(JUNIT)

test-composed: setup ## N=10000 queries that compose all forms against real ClickHouse; SEED=7 for those of another run
	JAVA_TOOL_OPTIONS= RMT_COMPOSED=$(N) RMT_COMPOSED_SEED=$(SEED) $(BIN)/python -m pytest -s \
		$(PARALLEL) integration_tests/test_composed.py -k new_queries --timeout 0 $(JUNIT)

test-stateful: setup ## STATEFUL_PROGRAMS=1000 times 30 random statements and restarts beside real ClickHouse
	RMT_STATEFUL_PROGRAMS=$(STATEFUL_PROGRAMS) $(BIN)/python -m pytest \
		integration_tests/test_stateful.py --timeout 0 $(JUNIT)

test-final-paths: setup ## PATH_PROGRAMS=100 random programs on each way FINAL can be answered
	for build in background sync lazy; do for mask in "8388608 67108864" "0 67108864" "0 0"; do \
	for files in "1 1" "0 1" "1 0"; do set -- $$mask $$files; \
		echo "final_build $$build, mask_literal_bytes $$1, mask_join_bytes $$2," \
			"prune_files $$3, split_clean_parts $$4"; \
		RMT_FINAL_BUILD=$$build RMT_MASK_LITERAL_BYTES=$$1 RMT_MASK_JOIN_BYTES=$$2 \
		RMT_PRUNE_FILES=$$3 RMT_SPLIT_CLEAN_PARTS=$$4 \
		RMT_PROGRAMS=$(PATH_PROGRAMS) $(BIN)/python -m pytest --timeout 0 \
			--junitxml $(RESULTS)/$@/$$build-$$1-$$2-$$3-$$4.xml integration_tests/test_differential.py || exit 1; \
	done; done; done

test-soak: setup ## SOAK_SECONDS=600 of writers and readers, SOAK_INSERTS=2000 tiny inserts, SOAK_SESSIONS=1000 sessions
	RMT_SOAK_SECONDS=$(SOAK_SECONDS) RMT_SOAK_INSERTS=$(SOAK_INSERTS) \
		RMT_SOAK_SESSIONS=$(SOAK_SESSIONS) \
		$(BIN)/python -m pytest -s integration_tests/test_soak.py --timeout 0 $(JUNIT)

test-faults: setup ## kill -9 of the endpoint CRASHES=20 times; FAULTS=60 each of executors, PostgreSQL, disk; clients that vanish
	RMT_CRASHES=$(CRASHES) RMT_FAULTS=$(FAULTS) RMT_VANISHING=200 RMT_CANCELS=500 $(BIN)/python -m pytest \
		integration_tests/test_crashes.py integration_tests/test_faults.py --timeout 0 $(JUNIT)

test-cluster: setup ## The integration tests with executors in processes of their own
	RMT_TEST_MASTER='local-cluster[2,1,1024]' $(BIN)/python -m pytest integration_tests $(JUNIT) \
		--deselect integration_tests/test_differential.py \
		--deselect integration_tests/test_compliance.py

test-versions: setup ## All tests on the oldest PySpark that is supported
	$(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m $(PIP_INSTALL) --upgrade "pip>=25.1"
	$(OLDEST)/bin/python -m $(PIP_INSTALL) \
		--editable ".[demo]" --group dev "pyspark==4.2.*"
	mkdir -p $(RESULTS)/$@ && echo $(CURDIR)/$(OLDEST)/bin/python > $(RESULTS)/$@/python
	$(OLDEST)/bin/python -m pytest --junitxml $(RESULTS)/$@/unit.xml tests
	$(OLDEST)/bin/python -m pytest $(JUNIT) integration_tests

test-tools: setup ## The documentation's examples with pandas, Polars, DuckDB, ibis, Great Expectations and a notebook
	@$(BIN)/python -m $(PIP_INSTALL) --group tools
	@test -x $(TOOLS)/bin/python || $(PYTHON) -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m $(PIP_INSTALL) --upgrade "pip>=25.1"
	@$(TOOLS)/bin/python -m $(PIP_INSTALL) --editable . --group data-tools
	RMT_TOOLS_PYTHON=$(CURDIR)/$(TOOLS)/bin/python $(BIN)/python -m pytest $(JUNIT) integration_tests/test_tools.py

test-superset: setup ## Real Superset, in an environment of its own, on an endpoint
	test -x $(SUPERSET)/bin/python || $(PYTHON) -m venv $(SUPERSET)
	$(SUPERSET)/bin/python -m $(PIP_INSTALL) --upgrade "pip>=25.1"
	$(SUPERSET)/bin/python -m $(PIP_INSTALL) --editable ".[superset]" \
		--group superset
	mkdir -p $(RESULTS)/$@ && echo $(CURDIR)/$(SUPERSET)/bin/python > $(RESULTS)/$@/python
	$(BIN)/python integration_tests/superset/run.py $(SUPERSET)/bin/python --junitxml $(CURDIR)/$(RESULTS)/$@/$@.xml

test-airflow: setup ## Real Airflow, in an environment of its own, on an endpoint
	test -x $(AIRFLOW)/bin/python || $(PYTHON) -m venv $(AIRFLOW)
	$(AIRFLOW)/bin/python -m $(PIP_INSTALL) --upgrade "pip>=25.1"
	$(AIRFLOW)/bin/python -m $(PIP_INSTALL) --editable ".[airflow]" \
		--group airflow --constraint integration_tests/airflow/constraints.txt
	mkdir -p $(RESULTS)/$@ && echo $(CURDIR)/$(AIRFLOW)/bin/python > $(RESULTS)/$@/python
	$(BIN)/python integration_tests/airflow/run.py $(AIRFLOW)/bin/python --junitxml $(CURDIR)/$(RESULTS)/$@/$@.xml

test-dbt: setup $(DBT)/.ready ## Every class of dbt's tests of adapters, and dbt killed in every model
	RMT_DBT_PYTHON=$(CURDIR)/$(DBT)/bin/python RMT_DBT_TESTS=all RMT_DBT_KILLS=8 \
		RMT_RESULTS=$(CURDIR)/$(RESULTS) $(BIN)/python -m pytest -s integration_tests/test_dbt.py --timeout 0

test-sqlalchemy: setup unit-sqlalchemy ## SQLAlchemy's compliance suite on 1.4, 2.0 and 2.1
	RMT_RESULTS=$(CURDIR)/$(RESULTS) RMT_COMPLIANCE_PYTHONS="$(SQLALCHEMY_PYTHONS:%=$(CURDIR)/%) $(CURDIR)/$(BIN)/python" \
		$(BIN)/python -m pytest -s integration_tests/test_compliance.py

clean: ## Remove what was built
	rm -rf $(VENV) $(OLDEST) $(SUPERSET) $(AIRFLOW) $(DBT) .venv-sqlalchemy-* build dist *.egg-info \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis $(RESULTS) $(CHECKS_LOG)
