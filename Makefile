# One entry point for all work on bolide. `make demo` and `make test` need nothing but Python 3.11+, a C++20 compiler and PyPI.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip --disable-pip-version-check install $(if $(filter demo,$(MAKECMDGOALS)),,--quiet)
NATIVE := $(shell find core bindings -type f) CMakeLists.txt pyproject.toml
SOURCES := $(NATIVE) $(shell find src -type f -not -name '*.pyc') tools/freeze_tables.py
EDITABLE := $(if $(wildcard $(VENV)/editable),--no-build-isolation --editable)

.PHONY: demo develop test test-browser test-wasm wasm test-clients test-spark lint types core-tests core-tests-arm core-tests-threads same-bits fuzz fuzz-java faults bench instructions size docs man site results dist sbom check format clean

# Says what it does, and lets pip show its progress.
demo: $(VENV)/installed
	@echo "== 3/3 scoring the examples (the first time, this downloads 104 MB of English synonyms and paraphrases)"
	$(BIN)/bolide score --ref examples/reference.txt --system A=examples/system-a.txt --system B=examples/system-b.txt
	@mkdir -p build
	@$(BIN)/bolide report --quiet --ref examples/reference.txt --system A=examples/system-a.txt --system B=examples/system-b.txt -o build/report.html
	@echo "A page that shows why: $(abspath build/report.html)"
	@echo "bolide is in $(VENV). To have the command bolide in this window: source $(BIN)/activate"

# Makes .venv an editable install, which all targets use from then on. Python and TOML files are used where they lie; C++ is compiled
# in a folder that stays.
develop: $(VENV)/editable

test: $(VENV)/tested
	$(BIN)/python -X dev -m pytest

# Opens reports in Chromium, which is installed on Debian if root runs this; says so where there is none.
test-browser: $(VENV)/tested
	$(BIN)/python tools/browser_tests.py

# Runs unmodified programs that use METEOR, in environments that are made once, under the user's cache folder.
# CLIENTS="clients and not download" leaves out those that take long to fetch.
test-clients: $(VENV)/tested
	$(BIN)/python -m pytest -m "$(or $(CLIENTS),clients)" tests/clients

# Starts Spark: on two cores, and as a cluster of a master and two workers. Needs Java 17 or later.
test-spark: $(VENV)/tested
	java -version
	$(PIP) "bolide[spark]"
	$(BIN)/python -m pytest -m spark tests/spark

lint: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $$(git ls-files '*.cpp' '*.hpp' '*.c' '*.h')
	$(BIN)/oxfmt --check $$(git ls-files '*.js')
	@mkdir -p build && (echo '(() => {'; cat src/bolide/show/page/*.js src/bolide/reports/page/*.js; echo '(() => {'; cat src/bolide/serve/page/*.js; echo '})();})();') > build/page.js
	$(BIN)/oxlint --no-ignore build/page.js $$(git ls-files '*.js')

types: $(VENV)/developed
	$(BIN)/mypy

CMAKE_CORE = $(BIN)/cmake -S . $(NINJA) -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBOLIDE_PYTHON=OFF
NINJA := $(if $(filter Windows_NT,$(OS)),,-G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja))
# What Windows does not have. Few optimisations, and of debugging information the numbers of lines, are enough: that takes half the time to
# compile, and a quarter more to run. The tests of the package run what is optimised.
QUICK := -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-Og -g1 -DNDEBUG"
CHECKED := $(if $(filter Windows_NT,$(OS)),,-DBOLIDE_SANITIZE=address,undefined -DBOLIDE_COUNT_STEPS=ON $(QUICK))

# The core's own tests and its fuzzer, with warnings as errors and, but on Windows, under the address and undefined-behaviour sanitizers.
core-tests: $(VENV)/developed
	$(CMAKE_CORE) -B build/core-tests -DBOLIDE_CORE_TESTS=ON $(CHECKED) -DBOLIDE_WERROR=ON
	$(BIN)/cmake --build build/core-tests --config RelWithDebInfo
	$(BIN)/ctest --test-dir build/core-tests --build-config RelWithDebInfo --output-on-failure

# The core's own tests on ARM, emulated: the same results by other instructions. Needs g++-aarch64-linux-gnu and qemu-user, as Debian calls them.
# ONLY="Same bits" runs those tests whose sentence contains it.
core-tests-arm: $(VENV)/developed
	$(CMAKE_CORE) -B build/core-tests-arm -DBOLIDE_CORE_TESTS=ON -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
		-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64
	$(BIN)/cmake --build build/core-tests-arm --target core_tests $(if $(ONLY),,core_fuzz)
	$(if $(ONLY),qemu-aarch64 build/core-tests-arm/core_tests "$(ONLY)",$(BIN)/ctest --test-dir build/core-tests-arm --output-on-failure --exclude-regex "^c$$")

# Those of the core's own tests that are about threads, under the thread sanitizer.
core-tests-threads: $(VENV)/developed
	$(CMAKE_CORE) -B build/core-tests-threads -DBOLIDE_CORE_TESTS=ON -DBOLIDE_SANITIZE=thread $(QUICK) -DBOLIDE_WERROR=ON
	$(BIN)/cmake --build build/core-tests-threads --target core_tests
	build/core-tests-threads/core_tests thread

# Compares what all presets say with this build, and with one by Clang and LLVM's C++ library, to the last bit. Where ARM can be emulated, the core's
# tests compare it with stored hashes; ARM= leaves that out. SAME_BITS="--pairs 0" leaves out the judged pairs that lie beside the project.
ARM ?= $(shell command -v aarch64-linux-gnu-g++ > /dev/null && command -v qemu-aarch64)
same-bits: $(VENV)/tested
	@echo '#include <version>' | clang++ -stdlib=libc++ -x c++ -fsyntax-only - || \
		{ echo "make same-bits needs Clang and LLVM's C++ library: on Debian, apt install clang libc++-dev libc++abi-dev" >&2; exit 1; }
	CXX=clang++ CXXFLAGS=-stdlib=libc++ LDFLAGS=-stdlib=libc++ $(PIP) $(filter --no-build-isolation,$(EDITABLE)) --no-deps --upgrade \
		--target build/same-bits/package --config-settings build-dir=build/same-bits/core --config-settings cmake.build-type=RelWithDebInfo .
	$(if $(ARM),$(MAKE) core-tests-arm ONLY="Same bits")
	$(BIN)/python tools/fingerprint.py --against build/same-bits/package $(SAME_BITS)

# Fuzzes the core, guided by coverage. Needs Clang with libFuzzer: on Debian, the packages clang and libclang-rt-14-dev (the number is that of
# Debian's Clang). FUZZ="--seconds 60 --only line --keep" asks for less time, for one target, and for what is found to become part of the corpus.
fuzz: $(VENV)/developed
	$(CMAKE_CORE) -B build/fuzz -DCMAKE_CXX_COMPILER=clang++ -DBOLIDE_FUZZ=ON -DBOLIDE_SANITIZE=address,undefined -DBOLIDE_COUNT_STEPS=ON
	$(BIN)/cmake --build build/fuzz --target core_fuzz_guided
	$(BIN)/python tools/fuzz.py build/fuzz/core_fuzz_guided $(FUZZ)

# Injects many more faults than every run of the tests has time for: see docs/faults.md. Takes about half an hour.
faults: $(VENV)/tested core-tests
	build/core-tests/core_fuzz --seconds $${FUZZ_SECONDS:-300} --seed $${FUZZ_SEED:-2}
	BOLIDE_FAULTS=long $(BIN)/python -m pytest tests/faults -v --durations=20

# Compares `bolide java` with the jar on text and options that nobody wrote, for five minutes: FUZZ_JAVA="--seed 3 --minutes 20 --only sgml".
fuzz-java: $(VENV)/tested
	$(BIN)/python tests/fuzz_java.py $(FUZZ_JAVA)

# bolide beside the jar, NLTK and sacreBLEU: see bench/README.md. Takes long: BENCH="--rounds 1" asks for less.
bench: $(VENV)/installed
	@mkdir -p build
	$(BIN)/python bench/run.py $(BENCH) > build/bench.md
	@cat build/bench.md

# Fails if a part of the core takes over 5 % more instructions than bench/instructions.json says.
instructions: $(VENV)/developed
	PATH=$(abspath $(BIN)):$$PATH $(BIN)/python bench/instructions.py

# Prints how large the house is: lines, modules, what runs for a command.
size: $(VENV)/tested
	$(BIN)/python tools/size.py

# The core as WebAssembly, as an npm package in build/npm: docs/javascript.md. Needs Emscripten; says so where there is none.
WASM := $(if $(shell command -v emcmake),wasm)
wasm: $(VENV)/developed
	@command -v emcmake > /dev/null || { echo "make wasm needs Emscripten: on Debian, apt install emscripten" >&2; exit 1; }
	emcmake $(CMAKE_CORE) -B build/wasm -DCMAKE_BUILD_TYPE=Release
	$(BIN)/cmake --build build/wasm
	$(BIN)/python tools/make_wasm.py build/wasm/bolide.wasm build/npm

# Compares the npm package with the Python package, in Node, and packs it.
test-wasm: wasm
	BOLIDE_NPM=build/npm $(BIN)/python -m pytest tests/metric/test_wasm.py

# Writes what is generated into docs and stubs; a test checks that they are up to date.
docs: $(VENV)/tested
	$(BIN)/python tools/make_reference.py

# Writes man pages from the help texts, build/man/man1: bolide.1, bolide-score.1 and so on.
man: $(VENV)/installed
	$(BIN)/python tools/make_man.py build/man/man1

# Writes the documentation as a site that can be searched, build/site; a link that leads nowhere is an error.
site: $(VENV)/tested $(WASM)
	$(PIP) "furo>=2024.8" "myst-parser>=4" "sphinx>=7"
	$(BIN)/python tools/make_site.py

# Writes lab/pages from the judgements and parallel text that lie beside the project, in about half an hour of one core; two minutes of it
# build a table, which is kept in build/results. RESULTS="--only preset" makes one part again.
results: $(VENV)/tested
	$(BIN)/python lab/make_results.py $(RESULTS)

# Builds sdist and wheel as a release does, each in an environment of its own, tries them, and says how large they are.
dist: $(VENV)/pyvenv.cfg
	$(PIP) "build>=1.2"
	$(BIN)/python tools/make_dist.py dist

# Writes a software bill of materials (CycloneDX) of what a wheel holds and what is installed beside it.
sbom: $(VENV)/tested
	mkdir -p dist
	$(BIN)/python tools/make_sbom.py dist/bolide.cdx.json

format: $(VENV)/developed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(git ls-files '*.cpp' '*.hpp' '*.c' '*.h')
	$(BIN)/oxfmt $$(git ls-files '*.js')

check: lint types core-tests test

clean:
	rm -rf $(VENV) build dist

$(VENV)/pyvenv.cfg:
	@echo "== 1/3 making an environment in $(VENV)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/editable: $(VENV)/pyvenv.cfg $(NATIVE)
	$(PIP) scikit-build-core nanobind cmake ninja
	$(PIP) --no-build-isolation --editable ".[dev]"
	@touch $@

ifdef EDITABLE
$(VENV)/installed $(VENV)/tested $(VENV)/developed: $(VENV)/editable ;
else
$(VENV)/installed: $(VENV)/pyvenv.cfg $(SOURCES)
	@echo "== 2/3 compiling and installing bolide (one to four minutes, mostly C++)"
	$(PIP) .
	@touch $@

$(VENV)/tested: $(VENV)/pyvenv.cfg $(SOURCES)
	$(PIP) ".[test]"
	@touch $@ $(VENV)/installed

$(VENV)/developed: $(VENV)/pyvenv.cfg pyproject.toml
	$(PIP) ".[dev]"
	@touch $@ $(VENV)/installed $(VENV)/tested
endif
