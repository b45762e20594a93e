#!/bin/sh
# layering_test.sh ROOT: fails if a layer includes from one below it in the list, if a room of bench/ includes from one
# that it may not, if an include is not spelled from the root, or if anything but the layers, the build's folder and two
# files lies at the root. Plants each kind of violation first, two rooms that include each other among them, and fails if
# one goes unseen.
set -eu
root=${1:-$(dirname "$0")/..}
layers='runtime machines algorithms bench tests'

# The rooms of bench/, each with the rooms that it may include from, which stand above it: so there is no circle.
rooms='experiment:
report: experiment
papers: experiment report
stress: experiment report
trace: experiment report stress
verify: experiment report
sweep: experiment report
cost: experiment report
recommend: experiment report
micro: experiment report stress verify sweep cost
cli: experiment papers report stress trace verify sweep cost recommend
examples:'
room_names=$(echo "$rooms" | sed 's/:.*//')

# stands_in_order LIST: fails if a room names one that does not stand above it.
stands_in_order() {
  echo "$1" | awk -F': *' '
    { count = split($2, names, " "); for (i = 1; i <= count; ++i) if (!(names[i] in above)) wrong = 1; above[$1] = 1 }
    END { exit wrong }'
}

# allowed_for ROOM: the rooms that it may include from.
allowed_for() {
  echo "$rooms" | sed -n "s/^$1: *//p"
}

# includes TREE FOLDER: the lines that include from this project, "file:line: #include ...".
includes() {
  (cd "$1" && find "$2" -path tests/install -prune -o -type f \( -name '*.hpp' -o -name '*.cpp' \) -exec \
    grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*("|<(runtime|machines|algorithms|bench|tests)/)' {} +) || true
}

# Prints "file:line: #include ..." for each violation under $1, or the name of what should not lie there.
violations() {
  for entry in "$1"/*; do
    name=$(basename "$entry")
    case " $layers build CMakeLists.txt README.md " in *" $name "*) ;; *) echo "$name: does not belong at the root" ;; esac
  done
  allowed=''
  for layer in $layers; do
    allowed="${allowed:+$allowed|}$layer"
    [ -d "$1/$layer" ] || continue
    includes "$1" "$layer" | grep -vE "#[[:space:]]*include[[:space:]]*\"($allowed)/" || true
  done
  for folder in "$1"/bench/*/; do
    [ -d "$folder" ] || continue
    room=$(basename "$folder")
    allowed=$(echo "$room $(allowed_for "$room")" | tr -s ' ' '|' | sed 's/|$//')
    includes "$1" "bench/$room" | grep '"bench/' | grep -vE "#[[:space:]]*include[[:space:]]*\"bench/($allowed)/" || true
    echo "$room_names" | grep -qx "$room" || echo "bench/$room: is no room in the list of $0"
  done
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unseen=0

# plant FOLDER INCLUDE yes|no: puts a file with INCLUDE into FOLDER of the planted tree; that is a violation, or is none.
planted=0
plant() {
  planted=$((planted + 1))
  mkdir -p "$scratch/tree/$1"
  printf '#pragma once\n#include %s\n' "$2" >"$scratch/tree/$1/planted_$planted.hpp"
  echo "planted_$planted.hpp $3 #include $2 in $1/" >>"$scratch/cases"
}

position=0
for layer in $layers; do
  position=$((position + 1))
  target_position=0
  for target in $layers; do
    target_position=$((target_position + 1))
    if [ "$target_position" -gt "$position" ]; then upward=yes; else upward=no; fi
    plant "$layer/cli" "\"$target/cli/file.hpp\"" "$upward"  # cli: a room that bench/ has
  done
done
plant runtime/part '<machines/file.hpp>' yes
plant runtime/part '"../../machines/file.hpp"' yes
plant machines/part '"file.hpp"' yes
plant runtime/part '<vector>' no

for room in $room_names; do
  for target in $room_names; do
    case " $room $(allowed_for "$room") " in *" $target "*) wrong=no ;; *) wrong=yes ;; esac
    plant "bench/$room" "\"bench/$target/file.hpp\"" "$wrong"
  done
done
plant bench/cli/part '"bench/micro/part/file.hpp"' yes
plant bench/sweep '"bench/file.hpp"' yes
plant bench '"bench/cli/file.hpp"' no # main.cpp
plant bench/elsewhere '<vector>' no

touch "$scratch/tree/left_over.json"

violations "$scratch/tree" >"$scratch/violations"
while read -r file is_wrong what; do
  if grep -q "/$file:" "$scratch/violations"; then seen=yes; else seen=no; fi
  [ "$seen" != "$is_wrong" ] || continue
  echo "self-test: $what should be a violation: $is_wrong, but was: $seen" >&2
  unseen=$((unseen + 1))
done <"$scratch/cases"
if ! grep -q '^bench/elsewhere: is no room' "$scratch/violations"; then
  echo 'self-test: a folder of bench/ that is in no list went unseen' >&2
  unseen=$((unseen + 1))
fi
if ! grep -q '^left_over.json: does not belong' "$scratch/violations"; then
  echo 'self-test: a file that lies at the root went unseen' >&2
  unseen=$((unseen + 1))
fi
if stands_in_order 'one: two
two: one'; then
  echo 'self-test: a circle in the list of rooms went unseen' >&2
  unseen=$((unseen + 1))
fi
if ! stands_in_order "$rooms"; then
  echo 'the list of rooms is out of order: a room names one that does not stand above it' >&2
  exit 1
fi

found=$(violations "$root")
if [ -n "$found" ]; then
  echo "these includes break the order of the layers ($layers) or of the rooms of bench/, or are not spelled from the" \
    "root; or these files do not belong at the root:" >&2
  echo "$found" >&2
  exit 1
fi
[ "$unseen" -eq 0 ]
