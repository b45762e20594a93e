#!/usr/bin/env bash
# run.sh [SECONDS [TARGET...]]: builds the fuzz targets and runs them, all of them in so many seconds together (60). Each
# begins with the inputs of its corpus. Fails if one finds a bug, and leaves the input in build/asan/fuzz/TARGET, where
# what it has learnt is kept as well for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=($(cd tests/fuzz/corpus && echo *))
.ci/build asan "${targets[@]/#/fuzz_}" >/dev/null

export ASAN_OPTIONS=external_symbolizer_path=$(type -P addr2line):detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1
jobs=$(nproc)
each=$((seconds * jobs / ${#targets[@]}))
[ "$each" -gt 0 ] || each=1

# fuzz TARGET SECONDS: runs one. Limits are generous, as the host may be busy; what exceeds them has no limit of its own.
fuzz() {
  local folder=build/asan/fuzz/$1
  mkdir -p "$folder/corpus"
  if build/asan/bin/"fuzz_$1" -max_total_time="$2" -timeout=25 -rss_limit_mb=2048 -malloc_limit_mb=1024 \
    -artifact_prefix="$folder/" -print_final_stats=1 -close_fd_mask=1 "$folder/corpus" "tests/fuzz/corpus/$1" \
    >"$folder/log" 2>&1; then
    echo "$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log") inputs"
  else
    grep -aE -v '^#[0-9]|NEW_FUNC' "$folder/log" | tail -n 40
    echo "$1: a bug; build/asan/bin/fuzz_$1 INPUT has it again. Put the input into tests/fuzz/corpus/$1 with the cure."
    return 1
  fi
}
export -f fuzz
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I TARGET bash -c 'fuzz TARGET '"$each"
