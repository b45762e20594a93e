#!/bin/sh
# The long runs: the corpus of programs with known verdicts, many times as often disturbed as in tests; the reference
# model with many more random programs; and all algorithms on all machines under all stress strategies.
#
# usage: bench/soak.sh BUILD [SECONDS]
#   BUILD    a build folder with switchyard, corpus_tests and reference_model_tests, such as build/release
#   SECONDS  at most so long for each of the three; without it, the first two go on to their ends, and the third makes
#            ROUNDS rounds (1)
#
# Environment: SWITCHYARD_CORPUS_RUNS (10000), SWITCHYARD_MODEL_PROGRAMS (100000), ROUNDS, SEED of the first round (1).
# Ends with 0 if nothing was found but what the algorithms are documented to do, else with 1, and 2 for wrong use. What
# it has found is in a folder whose name it prints last.
set -u
usage() {
  echo "usage: bench/soak.sh BUILD [SECONDS]" >&2
  exit 2
}
[ $# -ge 1 ] && [ $# -le 2 ] || usage
bin=$1/bin
box=${2:-}
case $box in *[!0-9]*|0) usage ;; esac
for program in switchyard corpus_tests reference_model_tests; do
  [ -x "$bin/$program" ] || { echo "soak.sh: no $bin/$program; build it first" >&2; exit 2; }
done
folder=$(mktemp -d)
result=0

# boxed NAME COMMAND...: ends the command when its box is over, which is no finding.
boxed() {
  name=$1
  shift
  echo "== $name"
  ${box:+timeout "$box"} "$@" > "$folder/$name.log" 2>&1
  code=$?
  [ -n "$box" ] && [ "$code" -eq 124 ] && code=0
  [ "$code" -eq 0 ] && ! grep -q '^\[  FAILED  \]' "$folder/$name.log" && return
  result=1
  echo "found something: $folder/$name.log"
}

stress_round() {
  for machine in $machines; do
    for traffic in "--nodes 16 --density 4 --bytes 64" "--nodes 8 --density 3 --bytes 1KiB" \
        "--nodes 8 --pattern complete --bytes 256"; do
      [ "$(date +%s)" -lt "$end" ] || return
      # shellcheck disable=SC2086
      "$bin/switchyard" stress --algorithm all --ignore-known --runs 20 --seed "$seed" --replay-folder "$folder" \
        --machine "$machine" $traffic >> "$folder/stress.log" 2>&1
      code=$?
      [ "$code" -eq 0 ] && continue
      result=1
      echo "found something (exit code $code, seed $seed, --machine $machine $traffic): $folder/stress.log"
    done
  done
}

SWITCHYARD_CORPUS_RUNS=${SWITCHYARD_CORPUS_RUNS:-10000} boxed corpus "$bin/corpus_tests" --gtest_shuffle
SWITCHYARD_MODEL_PROGRAMS=${SWITCHYARD_MODEL_PROGRAMS:-100000} boxed model "$bin/reference_model_tests" --gtest_shuffle

echo "== stress"
machines=$("$bin/switchyard" list machines | sed -n 's/^  \([a-z0-9_]*\)  .*: .*/\1/p')
seed=${SEED:-1}
last=$((seed + ${ROUNDS:-1} - 1))
end=$(($(date +%s) + ${box:-1000000000}))
while [ "$(date +%s)" -lt "$end" ] && { [ -n "$box" ] || [ "$seed" -le "$last" ]; }; do
  stress_round
  seed=$((seed + 1))
done
echo "logs, and replay files if any: $folder"
exit $result
