# `make demo` and `make test` set up all they need (.ci/setup). A line with `##` is a target that `make help` shows.

PYTHON ?=
bin := .venv/bin
setup = PYTHON='$(PYTHON)' sh .ci/setup
benches = $(sort $(wildcard tests/bench/bench_*.py))

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench compiled test-compiled fuzz clauses corrections day messages mutants docs format lock clean taps rolls signage siege site shots torture pulls test-pc test-pc-plug test-install test-deb deb release setup-demo setup-test setup-deb

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r target text; do printf '%-16s %s\n' "$$target" "$$text"; done

deb: setup-deb ## dist/: the Debian package, its rules compiled, for the Debian whose Python this is; ARGS="--interpreted"
	@$(bin)/python -m systemd.package.build $(if $(KEY),--key $(KEY)) $(ARGS)

release: setup-deb ## dist/: package, bill of materials and sums, signed; KEY=FILE (an Ed25519 private key)
	@$(bin)/python -m systemd.package.release $(if $(KEY),--key $(KEY)) $(ARGS)

setup-demo:
	@$(setup) demo

setup-test:
	@$(setup) test

setup-deb:
	@$(setup) deb

demo: setup-demo ## a table with virtual shoe, button, meter and dealer, live in this terminal; Ctrl-C ends it
	@$(bin)/tabled demo $(ARGS)

test: lint ## lint, then every test, two at a time; ARGS="-k name" chooses; what fails is run once more, alone
	@$(bin)/python -m pytest -n 2 $(ARGS) || { echo 'run again, alone: what failed' >&2; $(bin)/python -m pytest --last-failed --last-failed-no-failures none; }

lint: setup-test ## ruff, mypy --strict and the arrows between the rooms
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/mypy
	$(bin)/lint-imports --no-logo

bench: setup-test ## every benchmark of tests/bench, figures side by side
	@for file in $(benches); do echo "== $$file"; $(bin)/python -m $$(echo "$${file%.py}" | tr / .) || exit 1; done

compiled: setup-test setup-deb ## build/compiled: the rules compiled, compared with the interpreted ones, both measured; ARGS="--steps 1000000"
	@$(bin)/python -m systemd.package.compiled
	@$(bin)/python -m tests.games.same_steps compare . build/compiled $(ARGS)
	@for tree in . build/compiled; do for bench in bench_rounds bench_poker_hands; do \
	  echo "== $$tree $$bench"; (cd $$tree && $(abspath $(bin))/python -m tests.bench.$$bench) || exit 1; done; done

test-compiled: setup-test setup-deb ## every test on a copy of the tree whose rules are compiled; ARGS="tests/games"
	@$(bin)/python -m systemd.package.compiled
	@cd build/compiled && PYTHONPATH=. $(abspath $(bin))/python -m pytest -n 2 $(ARGS)

clauses: setup-test ## disables every clause of the rules, one by one, and shows that its test then fails; ARGS="pontoon:3.34"
	@$(bin)/python -m tests.games.disable_clauses $(ARGS)

mutants: setup-test ## mutates the rules and shows that no mutant which the tests let live changes a ledger; WORKERS=2
	@rm -rf mutants # what is found is of this tree and these tests
	@$(bin)/mutmut run $(if $(WORKERS),--max-children $(WORKERS))
	@cd mutants && ../$(bin)/python -m tests.games.mutants.survivors $(if $(WORKERS),--workers $(WORKERS)) $(ARGS)
	@$(bin)/python -m tests.games.mutants.constants $(if $(WORKERS),--workers $(WORKERS)) $(ARGS)

corrections: setup-test ## a thousand random rounds a game, each with one event corrected: as if it had been right at once
	@$(bin)/python -m tests.games.corrected $(ARGS)

day: setup-test ## 1,440 rounds without a pause, as many as in a day: memory, descriptors, threads and tasks after each hour
	@$(bin)/python -m tests.day $(ARGS)

messages: setup-test ## a thousand random rounds a game, each message that they publish held to its JSON Schema
	@$(bin)/python -m tests.mqtt.contract.published $(ARGS)

taps: setup-test ## ten thousand taps at the pages, doubled, cut, over restarts, counted; ARGS="--taps 1000"
	@$(bin)/python -m tests.web.taps $(ARGS)

rolls: setup-test ## ten thousand rolls landing at signs that are loaded anew at any moment; frames and delay; ARGS="--rolls 500"
	@$(bin)/python -m tests.web.rolls $(ARGS)

signage: ## FOLDER=... gets the sign for a casino's own PC, fed by MQTT over WebSocket; a settings.json there stays
	@test -n '$(FOLDER)' || { echo 'make signage: FOLDER=... is the folder that the PC shows.' >&2; exit 2; }
	@mkdir -p '$(FOLDER)/pages'
	@for one in js style i18n vendor; do cp -R controller/web/pages/$$one '$(FOLDER)/pages/'; done
	@for one in index.html from_mqtt.js rounds.js signature.js vendor; do cp -R config/examples/signage/$$one '$(FOLDER)/'; done
	@test -e '$(FOLDER)/settings.json' || cp config/examples/signage/settings.json '$(FOLDER)/'

siege: setup-test ## a table played while devices, clients, the broker and the log do their worst; ARGS="--rounds 400"
	@$(bin)/python -m tests.siege $(ARGS)

site: setup-test ## what a site of 1,000 tables costs its broker, and daemons their host; ARGS="--tables 100 --daemons 1"
	@$(bin)/python -m tests.site $(ARGS)

shots: setup-test ## pictures of the pages, taken from the running product, into FOLDER
	@mkdir -p $(or $(FOLDER),shots) && SHOTS=$(abspath $(or $(FOLDER),shots)) $(bin)/python -m pytest -q tests/web/test_look.py tests/web/test_signage.py tests/web/test_technician.py tests/web/test_full_disk.py && $(bin)/python -m tests.web.sign_pictures $(or $(FOLDER),shots)

torture: setup-test ## kills the daemon of a busy table a thousand times, an hour at most; ARGS="--kills 300"
	@$(bin)/python -m tests.torture $(ARGS)

pulls: setup-test ## every kind of device pulled and put back at random, ten minutes of rounds; ARGS="--seconds 60"
	@$(bin)/python -m tests.pulls $(ARGS)

test-pc: setup-test setup-deb ## power cuts in an emulated PC; TABLE_PC_TOOL=… names the program that boots it (not part of this)
	@$(bin)/python -m tests.table_pc $(ARGS)

test-pc-plug: setup-test setup-deb ## the same PC's devices pulled, put back and swapped; USB buttons on its kernel, udev's names
	@$(bin)/python -m tests.table_pc.plug $(ARGS)

test-deb: setup-test setup-deb ## the package built twice, unpacked, played and changed file by file
	@$(bin)/python -m tests.package $(ARGS)

test-install: setup-test setup-deb ## the guides' installation, command by command, in a bare emulated Debian 12; TABLE_PC_TOOL as above
	@$(bin)/python -m tests.table_pc.install $(ARGS)

fuzz: setup-test ## random and bent bytes into every device protocol for an hour; SECONDS=60 SEED=1
	@$(bin)/python -m tests.drivers.fuzz --seconds $(or $(SECONDS),3600) --seed $(or $(SEED),1)

docs: setup-test ## write what is made from the code: ALERTS.md, REFERENCE.md, openapi.json, asyncapi.json, schemas/
	@$(bin)/python -m controller.alerts.printed
	@$(bin)/python -m controller.configuration.reference
	@$(bin)/python -m controller.web.openapi
	@$(bin)/python -m controller.mqtt.contract.asyncapi

format: setup-test ## put the code into the one format
	$(bin)/ruff check --fix .
	$(bin)/ruff format .

lock: setup-test ## write the lock files from pyproject.toml; UPGRADE=1 takes the newest versions
	@$(bin)/python -m pip --quiet install uv
	@export UV_CUSTOM_COMPILE_COMMAND='make lock'; \
	compile='$(bin)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --only-binary :all: pyproject.toml $(if $(UPGRADE),--upgrade)'; \
	$$compile --output-file requirements.lock && \
	$$compile --extra demo --constraint requirements.lock --output-file .ci/demo.lock && \
	$$compile --extra demo --group build --constraint .ci/demo.lock --output-file .ci/build.lock && \
	$$compile --extra demo --group package --constraint .ci/build.lock --output-file .ci/package.lock && \
	$$compile --extra demo --group dev --constraint .ci/package.lock --output-file tests/requirements.lock

clean: ## remove the environment and everything made by the tools
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage build dist mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
