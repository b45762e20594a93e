#!/bin/sh
# functions.sh: prints which functions of MPI are there, from mpi.h and missing.cpp: FUNCTIONS.md.
# functions.sh --check: fails if FUNCTIONS.md says something else.
set -eu
here=$(dirname "$0")

# Functions that do less than the standard says, and what they do.
partly='Init_thread|gives at most `MPI_THREAD_FUNNELED`
Cart_create|never reorders ranks
Graph_create|never reorders ranks
Dist_graph_create|never reorders ranks
Dist_graph_create_adjacent|never reorders ranks
Psend_init|takes tags below 16777216
Precv_init|takes tags below 16777216
Register_datarep|views cannot have a representation with conversion functions'

table() {
  cat <<'TEXT'
# The functions of MPI

Those of MPI 3.1; of MPI 4.0 the persistent collectives, the partitioned messages, sessions, events for tools, the
functions with large counts, and smaller ones; of MPI 4.1 some small ones.

`functions.sh` prints this from `mpi.h` and `missing.cpp`, and a test compares. What is not there can be called all the
same: the call fails with `MPI_ERR_UNSUPPORTED_OPERATION` and its name. Each function has its `PMPI_` name too;
`..._c2f` and `..._f2c` are macros. Fortran has all of them but these, those with large counts, and those for tools.

| function | |
| --- | --- |
TEXT
  echo "$partly" | awk -F'|' -v missing="$here/missing.cpp" '
    FILENAME == "-" { note[$1] = $2; next }
    FILENAME == missing {
      while (match($0, /X\([A-Z][A-Za-z0-9_]*\)/)) {
        absent[substr($0, RSTART + 2, RLENGTH - 3)] = 1
        $0 = substr($0, RSTART + RLENGTH)
      }
      next
    }
    /^\/\* .*\. \*\/$/ { title = substr($0, 4, length($0) - 7); next }
    match($0, /^(SWITCHYARD_MPI|SWITCHYARD_MPI_WITHOUT_ARGUMENTS)\([A-Za-z0-9_]+/) {
      name = substr($0, RSTART, RLENGTH); sub(/.*\(/, "", name); list(name); next
    }
    match($0, /^[A-Za-z_]+ MPI_[A-Za-z0-9_]+\(.*SWITCHYARD_BOUND;/) {
      name = $0; sub(/\(.*/, "", name); sub(/.* MPI_/, "", name); list(name)
    }
    /^#define MPI_[A-Za-z]+_(c2f|f2c)\(/ {
      name = $0; sub(/\(.*/, "", name); sub(/.* MPI_/, "", name); list(name)
    }
    function list(name) {
      if (name in listed) return
      listed[name] = 1
      if (title != shown) { print "| **" title "** | |"; shown = title }
      print "| `MPI_" name "` | " (name in absent ? "not there" : name in note ? "partly: " note[name] : "there") " |"
    }' - "$here/missing.cpp" "$here/mpi.h"
}

if [ "${1:-}" = --check ]; then
  table | diff "$here/FUNCTIONS.md" -
else
  table
fi
