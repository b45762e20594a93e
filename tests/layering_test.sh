#!/bin/sh
# layering_test.sh ROOT: fails if a layer includes from one below it in the list, or if an include is not spelled from
# the root. Plants each kind of violation first, and fails if one goes unseen.
set -eu
root=${1:-$(dirname "$0")/..}
layers='runtime machines algorithms bench tests'

# Prints "file:line: #include ..." for each violation under $1.
violations() {
  allowed=''
  for layer in $layers; do
    allowed="${allowed:+$allowed|}$layer"
    [ -d "$1/$layer" ] || continue
    (cd "$1" && find "$layer" -path tests/install -prune -o -type f \( -name '*.hpp' -o -name '*.cpp' \) -exec \
      grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*("|<(runtime|machines|algorithms|bench|tests)/)' {} +) |
      grep -vE "#[[:space:]]*include[[:space:]]*\"($allowed)/" || true
  done
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unseen=0

# plant FOLDER INCLUDE yes|no: whether INCLUDE in a file of FOLDER is a violation.
plant() {
  rm -rf "$scratch/tree"
  mkdir -p "$scratch/tree/$1/part"
  printf '#pragma once\n#include %s\n' "$2" >"$scratch/tree/$1/part/planted.hpp"
  if [ -n "$(violations "$scratch/tree")" ]; then seen=yes; else seen=no; fi
  if [ "$seen" != "$3" ]; then
    echo "self-test: #include $2 in $1/ should be a violation: $3, but was: $seen" >&2
    unseen=$((unseen + 1))
  fi
}

position=0
for layer in $layers; do
  position=$((position + 1))
  target_position=0
  for target in $layers; do
    target_position=$((target_position + 1))
    if [ "$target_position" -gt "$position" ]; then upward=yes; else upward=no; fi
    plant "$layer" "\"$target/file.hpp\"" "$upward"
  done
done
plant runtime '<machines/file.hpp>' yes
plant runtime '"../../machines/file.hpp"' yes
plant machines '"file.hpp"' yes
plant runtime '<vector>' no

found=$(violations "$root")
if [ -n "$found" ]; then
  echo "these includes break the order of the layers ($layers), or are not spelled from the root:" >&2
  echo "$found" >&2
  exit 1
fi
[ "$unseen" -eq 0 ]
