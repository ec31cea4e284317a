# Builds a binary tuned for this machine: `make EXE=name`.

# OpenBench's worker builds the program that plays its matches by `make CXX=...`, and expects this name.
EXE ?= $(if $(filter command,$(firstword $(origin CXX))),fastchess,dhow)
FLAGS ?= -C target-cpu=native
BUILD_DIR ?= target/native
PROFILE_DATA := $(CURDIR)/target/pgo-data
# Rust's own, of the component llvm-tools, if it is installed.
LLVM_PROFDATA ?= $(or $(wildcard $(shell rustc --print target-libdir)/../bin/llvm-profdata),llvm-profdata)
# EVALFILE=file builds a network in: what is given to make, it hands on. Exported without a value it would make Cargo build
# the engine again.

.PHONY: all pgo dist wasm npm site test test-native check perft clean help

all: ## build a binary tuned for this machine, named by EXE=name
	+RUSTFLAGS="$(FLAGS)" cargo build --release --bin dhow --target-dir $(BUILD_DIR)
	cp $(BUILD_DIR)/release/dhow $(EXE)

pgo: ## the same, optimised by a profile of share/train.sh (`rustup component add llvm-tools`)
	rm -rf $(PROFILE_DATA)
	RUSTFLAGS="$(FLAGS) -C profile-generate=$(PROFILE_DATA)" \
		cargo build --release --bin dhow --target-dir target/pgo-train
	share/train.sh target/pgo-train/release/dhow >/dev/null
	$(LLVM_PROFDATA) merge -o $(PROFILE_DATA)/merged.profdata $(PROFILE_DATA)
	RUSTFLAGS="$(FLAGS) -C profile-use=$(PROFILE_DATA)/merged.profdata" \
		cargo build --release --bin dhow --target-dir target/pgo
	cp target/pgo/release/dhow $(EXE)

dist: ## make release archives in target/dist (TARGETS= chooses)
	share/dist.sh $(TARGETS)

wasm: ## make the engine as a module for browsers in target/wasm
	RUSTFLAGS="-C target-feature=+simd128" cargo build --profile wasm --locked --target wasm32-unknown-unknown \
		-p dhow-wasm --no-default-features --target-dir target/wasm
	cp target/wasm/wasm32-unknown-unknown/wasm/dhow_wasm.wasm target/wasm/dhow.wasm

npm: wasm ## make an npm package in target/npm, and print the size of the module
	node share/npm/size.mjs target/wasm/dhow.wasm
	share/npm/pack.sh target/wasm/dhow.wasm target/npm

site: wasm ## make the board as static pages in target/site
	node share/site/build.mjs target/wasm/dhow.wasm target/site

test: ## run all tests
	cargo test

test-native: ## run all tests on a build tuned for this machine
	RUSTFLAGS="$(FLAGS)" cargo test --release --target-dir target/native

check: ## what CI checks before the tests
	cargo fmt --all --check
	cargo clippy --all-targets -- -D warnings

perft: ## verify move generation by every suite of perft-data
	for suite in perft-data/*.epd; do \
		cargo run --release --quiet -- perft --epd $$suite --threads 2 || exit 1; \
	done

clean: ## remove what was built
	cargo clean

help: ## print this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10
