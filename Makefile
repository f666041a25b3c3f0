# 论文检索. `make demo` and `make test` are all that a newcomer needs; `make help` lists the rest.
SHELL := /bin/bash
# The system's own Python comes first: distributions build theirs with profiles, and a load takes 7% less of it.
PYTHON ?= $(shell for p in /usr/bin/python3 python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null && $$p -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done)
BIN := .venv/bin
# v2 where it is there, else 1.29.
COMPOSE ?= $(shell docker compose version >/dev/null 2>&1 && echo docker compose || echo docker-compose)
PAPERS ?= sample/papers.jsonl
PORT ?= 8000
WORKERS_FOR_TESTS ?= 2

.DEFAULT_GOAL := help
.PHONY: help venv demo up keys node test check deploy-test format test-deep bench eval lock golden

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | column -t -s $$'\t'

venv: .venv/ready ## make .venv from the locked dependencies
.venv/ready: requirements-dev.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed: install it (on Debian: apt-get install python3-venv), or say PYTHON=/path/to/python3"; exit 1; }
	@test ! -L .venv || { echo ".venv is a link: remove it, or what it leads to would be emptied"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

demo: venv ## set up, load the sample (or PAPERS="files or folders") and serve the page on PORT
	@PORT=$(PORT) $(BIN)/python -m scripts.demo $(PAPERS)

# The tag of our image, as Compose sees it.
VERSION = $(or $(LUNWEN_VERSION),$(shell sed -n 's/^LUNWEN_VERSION=//p' .env 2>/dev/null),0.1.0)
# The engine's nodes: one, or those of a cluster. All have to be there before one of them is ready.
, := ,
NODES = $(subst $(,), ,$(or $(ENGINE_NODES),$(shell sed -n 's/^ENGINE_NODES=//p' .env 2>/dev/null),elasticsearch))
AS_ME = --user "$$(id -u):$$(id -g)"

up: ## deploy with Docker: secrets into .env, images, keys, containers (docs/operations.md)
	@docker version >/dev/null || { echo "Docker does not answer: install or start it, or name its engine with DOCKER_HOST"; exit 1; }
	docker build -t lunwen:$(VERSION) --build-arg PIP_INDEX_URL --build-arg PIP_NO_INDEX $(BUILD_OPTIONS) .
	docker run --rm $(AS_ME) -v "$(CURDIR):/project" lunwen:$(VERSION) python -m scripts secure passwords /project/.env
	$(COMPOSE) up -d --no-build $(NODES)
	@$(MAKE) --no-print-directory keys
	$(COMPOSE) up -d --no-build

keys: ## make the engine's API keys where they are missing, into .env (RENEW=--renew: new ones)
	$(COMPOSE) run --rm $(AS_ME) secure keys /project/.env $(RENEW)

node: venv ## start an Elasticsearch that stays on port 9200 (stop it with: .venv/bin/python -m scripts.node stop)
	@$(BIN)/python -m scripts.node start

test: venv ## unit, golden, integration and browser tests, on an engine of their own
	$(BIN)/python -m pytest -n $(WORKERS_FOR_TESTS) --dist loadfile tests -m "not deep and not deploy"

deploy-test: venv ## the deployment on a real Docker engine (as root on Debian it is started, see scripts/docker)
	$(BIN)/python -m pytest tests/deploy -m deploy

check: venv ## formatting, lint, types and the rules of the architecture
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_architecture.py

format: venv ## let ruff format and mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

test-deep: venv ## what takes long: kills, faults, a million papers
	LUNWEN_RANDOM=1 $(BIN)/python -m pytest tests/unit
	$(BIN)/python -m pytest tests/deep -m deep

bench: venv ## loading and searching against the raw engine and the yardstick
	$(BIN)/python -m scripts.bench

eval: venv ## relevance beside BM25 and a plain search; EVAL="--only csl" and the like, see docs/relevance.md
	$(BIN)/python -m scripts.evaluate $(EVAL)

golden: venv ## write the golden files anew; read the difference before you commit it
	LUNWEN_WRITE_GOLDEN=1 $(BIN)/python -m pytest -q tests/golden

lock: ## write the lock files anew (needs uv on the PATH)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --no-header -q -o requirements.lock
	uv pip compile pyproject.toml --extra test --extra node -c requirements.lock --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-header -q -o requirements-dev.lock
