# Sealane: `make demo` shows the main job, `make test` runs every test. Both install what they need.
.PHONY: all demo check test test-full build lab bench bench-all bench-batch bench-rsa bench-check before-after hogweed primitives
.PHONY: bench-mldsa mldsa-peers bench-single bench-sizes limb-forms pairs shipped sizes
.PHONY: faults-rsa faults-hsm many-keys caches-rsa profile-service service-load pkcs11-speed
.PHONY: fuzz-long tls verify-batch python-results profile gate-write timing mutants mutants-source dist setup setup-test clean help

# Where rustup puts cargo for a user, should set-up have installed it just now.
export PATH := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)

all: build

help:
	@echo "make demo   build; keys, signatures, secrets beside OpenSSL; speed; a service with 16 clients"
	@echo "make check  before a commit: lints, tidiness, regeneration, unit tests"
	@echo "make test   the tests, with a summary (make test SUITES='fieldgen cli' for some suites)"
	@echo "make test-full  everything, stored in docs/results/full-tests.md (SHARD=2/4 for a quarter)"
	@echo "make bench   Sealane beside the core set of its peers, to docs/results/peers.md (a quarter of an hour)"
	@echo "make bench-all  beside every peer that can be built here"
	@echo "make bench-check  whether we are slower, beside OpenSSL, than the stored run of this processor"
	@echo "make before-after  our backends against the portable one and OpenSSL, to docs/results"
	@echo "make bench-batch  batches beside peers of single operations and libcrypto_mb, to docs/results"
	@echo "make bench-rsa  RSA and DSA one at a time beside OpenSSL, with their floors, to docs/results/rsa.md"
	@echo "make bench-mldsa  ML-DSA, alone and in batches of 64, beside its peers, with its floors, to docs/results"
	@echo "make bench-single  one lane beside the peers that its floors name, to docs/results"
	@echo "make bench-sizes  batches of 1 to 4096 items on one thread and two, with a graph, to docs/results"
	@echo "make sizes   what a program on the library weighs and takes to build, to docs/results/sizes.md"
	@echo "make primitives  hashes, ciphers and memxor, portable and accelerated, to docs/results"
	@echo "make hogweed  the tables of Nettle's benchmarks, to docs/results/hogweed.md"
	@echo "make limb-forms  measure the forms of P-256's field and write docs/results/limb-forms.md"
	@echo "make profile  profiles of P-256 and their flame graphs, to docs/results"
	@echo "make profile-service  a signature through a service, part by part, to docs/results/service.md"
	@echo "make service-load  the service beside SoftHSM 2, to docs/results/service-load.md"
	@echo "make pkcs11-speed  the PKCS#11 module beside SoftHSM 2, with its floors, to docs/results/pkcs11-speed.md"
	@echo "make tls  TLS handshakes by rustls, keys in a file and in the service, beside ring, to docs/results/tls.md"
	@echo "make gate-write  count operations and instructions anew, after a change that is meant"
	@echo "make pairs  batches in AVX-512 lanes step by step, for 64 pairs of secrets (a night)"
	@echo "make shipped  the released command step by step for pairs of secrets, RSA of 8192 bits too (half an hour)"
	@echo "make mldsa-peers  ML-DSA beside Python's cryptography, 100,002 rounds; SEALANE_MLDSA_ROUNDS of each set"
	@echo "make timing  the timing test at length, to docs/results/timing.md (about ten minutes)"
	@echo "make faults-rsa  10,000 flipped bits for each length of RSA keys, to docs/results/rsa-faults.md"
	@echo "make faults-hsm  2,000 kills, flipped bits, failing disks, hostile clients, to docs/results/hsm-faults.md"
	@echo "make fuzz-long  an hour of searches by libFuzzer beside other work, to docs/results/fuzz.md (MINUTES=60)"
	@echo "make many-keys  tokens of 10,000 and 100,000 keys opened, to docs/results/many-keys.md"
	@echo "make caches-rsa  first, warm and evicted RSA signatures, to docs/results/rsa-caches.md"
	@echo "make python-results  the wheel, DuckDB, Polars and Spark on a million rows beside cryptography, to docs/results"
	@echo "make verify-batch  a manifest of a million rows beside Python and the library, to docs/results"
	@echo "make mutants  every mutant of every field program and of 20,000 lines (an hour and a half)"
	@echo "make mutants-source  every small change of encodings, scalars, nonces, keystore and frames, to docs/results/"
	@echo "make dist   all that is published, with its checksums and list of parts, to target/dist"
	@echo "make build  the sealane command in target/release, its symbols beside it in sealane.debug"
	@echo "make lab    the sealane-lab command there: speed, profile, fields, tables, load, check-vectors"

setup:
	@bash scripts/setup.sh build

setup-test:
	@bash scripts/setup.sh test

build: setup
	cargo build --release -p sealane-cli
	@bash scripts/symbols.sh $(or $(CARGO_TARGET_DIR),target)/release/sealane

lab: setup
	cargo build --release -p sealane-lab --bin sealane-lab

# docs/release.md has what else is done before something is published.
dist: setup
	@bash scripts/dist.sh $(DIST)

demo: build lab
	@bash scripts/demo.sh

# Stored only if the control and every result allow it.
bench: setup
	cargo run --release -p bench -- run --rounds 10 --turns 4 --store
	cargo run --release -p bench -- guide

bench-all: setup
	cargo run --release -p bench -- run --all --store --name peers-all

# Says so, and is content, where there is nothing to compare with.
bench-check: setup
	cargo run --release -p bench -- check

before-after: setup
	cargo run --release -p bench -- before-after --store

bench-batch: setup
	cargo run --release -p bench -- batch --rounds 4 --turns 10 --store

bench-mldsa: setup
	cargo run --release -p bench -- mldsa --rounds 10 --turns 6 --store

bench-rsa: setup
	cargo run --release -p bench -- rsa --rounds 10 --turns 6 --store

# Needs the Debian packages ocaml-findlib and libmirage-crypto-ocaml-dev besides.
bench-single: setup
	cargo run --release -p bench -- run --name peers-single --store --rounds 3 --turns 6 --only \
	  sealane,openssl,rustcrypto,mirage,nettle,graviola,aws-lc,libsecp256k1

fuzz-long: setup
	@python3 scripts/fuzz-long.py $(or $(MINUTES),60) --page docs/results/fuzz.md

many-keys: setup
	@bash scripts/many-keys.sh docs/results/many-keys.md

bench-sizes: setup
	cargo run --release -p bench -- sizes --store

hogweed: setup
	cargo run --release -p bench -- hogweed --store

# The file is written by the tool only, and only if its control holds.
limb-forms: setup
	@mkdir -p docs/results
	cargo run --release -p forms -- table --out docs/results/limb-forms.md

primitives: setup
	@bash scripts/primitives.sh docs/results/primitives.md

# On every backend; written by the tool only, with what the parts miss.
profile: setup
	@bash scripts/profile.sh docs/results

profile-service: setup
	@bash scripts/profile-service.sh docs/results/service.md

tls: setup
	@bash scripts/tls.sh docs/results/tls.md

# Needs the Debian packages softhsm2 and libp11-kit-dev besides.
service-load: setup
	@bash scripts/service-load.sh docs/results/service-load.md

# Needs the same packages.
pkcs11-speed: setup
	@bash scripts/pkcs11-speed.sh docs/results/pkcs11-speed.md

# What `make test-full` compares with.
gate-write: setup-test
	@bash scripts/gate.sh write

pairs: setup-test
	@bash scripts/gate.sh pairs 64

shipped: setup-test
	@bash scripts/shipped.sh long

timing: setup
	@bash scripts/timing.sh 10 docs/results/timing.md

faults-rsa: setup
	@bash scripts/faults.sh 10000 docs/results/rsa-faults.md

faults-hsm: setup
	@bash scripts/hsm-faults.sh docs/results/hsm-faults.md

sizes: setup
	@python3 scripts/sizes.py --out docs/results/sizes.md

caches-rsa: setup
	@bash scripts/rsa-caches.sh docs/results/rsa-caches.md

python-results: setup
	@bash scripts/python-results.sh docs/results/python.md

verify-batch: setup
	@bash scripts/verify-batch.sh docs/results/verify-batch.md

# As many rounds for each parameter set: 100,002 in all.
mldsa-peers: setup-test
	@SEALANE_MLDSA_ROUNDS=$${SEALANE_MLDSA_ROUNDS:-33334} bash scripts/test-mldsa-peers.sh

mutants: setup
	FIELDGEN_MUTANTS=all cargo test -q -p fieldgen --test all -- mutants::
	FIELDGEN_TEXT_LINES=20000 cargo test -q -p fieldgen --test all -- text::
	CHECKER_TEXT_LINES=20000 CHECKER_TEXT_CHANGES=1 bash scripts/checker.sh refusals

# The page is written by the tool only.
mutants-source: setup
	@mkdir -p docs/results
	python3 scripts/mutants.py --seconds 15 --page docs/results/mutants.md
	python3 scripts/mutants.py --of keystore --page docs/results/mutants-keystore.md

xtask = CARGO_INCREMENTAL=0 cargo build -q -p xtask && \
  "$${CARGO_TARGET_DIR:-target}/debug/xtask"

check: setup-test
	@$(xtask) check $(SUITES)

test: setup-test
	@$(xtask) test $(SUITES)

# SHARD=2/4 runs a quarter of everything. Stores what came of it.
test-full: setup-test
	@$(xtask) full $(if $(SHARD),--shard $(SHARD)) $(SUITES)

clean:
	cargo clean
