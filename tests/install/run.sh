#!/usr/bin/env bash
# run.sh BUILD_FOLDER: installs that build into a temporary folder, then builds and runs the outside project of this
# folder against it, once found with find_package and once embedded with add_subdirectory.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
build_dir=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A copy, so that nothing is found by its place in this tree.
mkdir "$scratch/outside"
cp "$source_dir"/tests/install/{CMakeLists.txt,main.cpp} "$scratch/outside"

cmake --install "$build_dir" --prefix "$scratch/prefix" >/dev/null
cmake -S "$scratch/outside" -B "$scratch/found" -G Ninja -D CMAKE_BUILD_TYPE=Release \
  -D CMAKE_PREFIX_PATH="$scratch/prefix"
cmake --build "$scratch/found"
"$scratch/found/outside" </dev/null

cmake -S "$scratch/outside" -B "$scratch/embedded" -G Ninja -D CMAKE_BUILD_TYPE=Release \
  -D SWITCHYARD_SOURCE="$source_dir" -D SWITCHYARD_UNITY=ON
cmake --build "$scratch/embedded"
"$scratch/embedded/outside" </dev/null
