#!/bin/sh
# error_fields_test.sh ROOT: fails where the text of an error is searched, or where an option or a place in a file is
# written into the text by hand: both are fields of switchyard::Mistake. Plants such lines first, and fails if one goes
# unseen.
set -eu
root=${1:-$(dirname "$0")/..}

# violations TREE: "file:line: ..." for each such line. A call may go on in the next line, so lines are joined first.
violations() {
  find "$1" -type d \( -name tests -o -name build -o -name '.*' ! -name . \) -prune -o \
    -type f \( -name '*.hpp' -o -name '*.cpp' \) -print | sort | while read -r file; do
    tr -s '\n ' '  ' <"$file" | grep -oE \
      -e 'UsageError\( ?(fmt::format\( ?)?"(--[a-z]|\{\}:\{\}:\{\}:|\{\}:1:1:)[^"]*' \
      -e '(what\(\)\)?|error_text|message\(\)) ?\. ?(find|rfind|starts_with|ends_with|contains|substr)\(' \
      -e '(std::string(_view)?|auto) [a-z_]+ ?= ?[a-z_]+\.what\(\)' \
      -e '[.>](guarantees|needs|summary)\.(find|starts_with|contains|ends_with)\(' | sed "s|^|$file: |" || true
  done
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unseen=0
# plant LINES yes|no: whether they are a violation.
plant() {
  printf '%s\n' "$1" >"$scratch/planted.cpp"
  if [ -n "$(violations "$scratch")" ]; then seen=yes; else seen=no; fi
  [ "$seen" = "$2" ] && return
  echo "self-test: should be a violation: $2, but was: $seen: $1" >&2
  unseen=$((unseen + 1))
}
plant 'throw UsageError("--nodes: is missing");' yes
plant 'throw UsageError(
      fmt::format("{}:{}:{}: is wrong", file, line, column));' yes
plant 'if (std::string(error.what()).starts_with("--")) return;' yes
plant 'const std::string text = error.what();' yes
plant 'if (algorithm.guarantees.starts_with("nothing")) return;' yes
plant 'throw UsageError({.place = "--nodes", .reason = "is missing"});' no
plant 'throw UsageError("no run is left", "change some");' no

found=$(violations "$root")
if [ -n "$found" ]; then
  echo 'these decide by the text of an error, or write a place into it by hand; use the fields of Mistake:' >&2
  echo "$found" >&2
  exit 1
fi
[ "$unseen" -eq 0 ]
