#!/usr/bin/env bash
# run.sh [PRESET [CTEST OPTION...]]: builds and runs all tests; PRESET is release (the default), dev, tsan or asan.
# On Debian 12, as root, it first installs the packages that are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
if [ ! -e ".cmake/presets/$preset.cmake" ]; then
  echo "no preset '$preset': choose one of $(cd .cmake/presets && echo *.cmake | sed 's/\.cmake//g')" >&2
  exit 2
fi
.ci/install_packages
.ci/build "$preset"
exec ctest --test-dir "build/$preset" --no-tests=error --output-on-failure --parallel "$(nproc)" "${@:2}" </dev/null
