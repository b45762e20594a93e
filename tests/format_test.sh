#!/bin/sh
# format_test.sh ROOT: fails if a source file is not as clang-format-16 leaves it, and names the file. `--fix ROOT` formats
# all of them instead. Shows the check a file with one blank too many first.
set -eu
fix=''
if [ "${1:-}" = --fix ]; then
  fix=yes
  shift
fi
root=${1:-$(dirname "$0")/..}

# sources FOLDER COMMAND...: runs the command with the source files in the folder.
sources() {
  folder=$1
  shift
  find "$folder" -name build -prune -o -type f \( -name '*.[ch]pp' -o -name '*.[ch]' \) -exec "$@" {} +
}

if [ -n "$fix" ]; then
  sources "$root" clang-format-16 -i
  exit 0
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$root/.clang-format" "$scratch"
echo 'int  two_blanks();' >"$scratch/planted.hpp"
if sources "$scratch" clang-format-16 --dry-run --Werror 2>/dev/null; then
  echo "the check did not see an unformatted file" >&2
  exit 1
fi
sources "$root" clang-format-16 --dry-run --Werror --ferror-limit=1 || {
  echo "not formatted; run tests/format_test.sh --fix" >&2
  exit 1
}
