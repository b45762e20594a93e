#!/usr/bin/env bash
# Installs what is missing (Debian 12, as root), builds the program and runs two experiments with it.
set -euo pipefail
cd "$(dirname "$0")/.."
.ci/install_packages
.ci/build release switchyard >&2
switchyard=build/release/bin/switchyard
run() {
  printf '\n$ %s\n' "$*"
  "$@" </dev/null
}

run "$switchyard" run --machine ipsc860 --nodes 64 --algorithm ac,lp,rs_n,rs_nl --density 4,16,32 \
  --bytes 16,1KiB,16KiB --samples 3 --seed 1
run "$switchyard" run --machine ipsc860 --nodes 64 --algorithm ac,lp,rs_n,rs_nl --matrix bench/examples/grid_64.mtx \
  --samples 3 --seed 1
