#!/usr/bin/env bash
# recommend_soak.sh BUILD [COUNT [FIRST]]: makes COUNT (200) random matrices of many kinds, numbered from FIRST (1), asks
# `switchyard recommend` about each, measures all algorithms that fit exhaustively with other random delays, and compares.
# Prints a line for each matrix, and at the end how often the answer's total cost was within 2 % and 10 % of the best of
# all. Fails below 95 % of the first and below all of the second.
#
# Kinds: random, halos of 2-D, 3-D and irregular meshes, power law, banded. Nodes, sizes and reuse are drawn, too, and the
# machines take turns. A matrix's number settles all of that. The matrices are held back: nothing in the program was
# chosen by them.
set -euo pipefail
if [ $# -lt 1 ]; then sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; fi
program=$(realpath "$1")/bin/switchyard
count=${2:-200}
first=${3:-1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# draw NAME WORD...: sets the variable to one of the words, by the matrix's own random numbers. Not in a subshell, which
# has random numbers of its own.
draw() {
  local name=$1 words=("${@:2}")
  printf -v "$name" '%s' "${words[RANDOM % ${#words[@]}]}"
}

# grid DIMENSIONS SIDE: the pattern of the Laplace operator on a grid.
grid() {
  awk -v d="$1" -v n="$2" 'BEGIN {
    size = 1; for (k = 0; k < d; ++k) size *= n
    for (i = 0; i < size; ++i) {
      step = 1; text = text (i + 1) " " (i + 1) "\n"; ++entries
      for (k = 0; k < d; ++k) {
        if (int(i / step) % n < n - 1) { text = text (i + step + 1) " " (i + 1) "\n"; ++entries }
        step *= n
      }
    }
    printf "%%%%MatrixMarket matrix coordinate pattern symmetric\n%d %d %d\n%s", size, size, entries, text
  }'
}

# messages KIND NODES DEGREE BYTES SEED: a communication matrix, power law or banded, with sizes that differ.
messages() {
  awk -v kind="$1" -v n="$2" -v d="$3" -v bytes="$4" -v seed="$5" 'BEGIN {
    srand(seed)
    for (i = 0; i < n; ++i) {
      degree = kind == "power" ? int(d * 0.4 / (rand() ^ 0.7 + 0.02)) : d
      if (degree > n - 1) degree = n - 1
      for (k = 1; k <= degree; ++k) {
        j = kind == "power" ? int(n * rand() ^ 2) : i + (k % 2 ? 1 : -1) * int((k + 1) / 2)
        if (j < 0 || j >= n || j == i || (i "," j) in seen) continue
        seen[i "," j]; ++entries
        text = text (i + 1) " " (j + 1) " " int(bytes * (0.25 + 1.5 * rand())) + 1 "\n"
      }
    }
    printf "%%%%MatrixMarket matrix coordinate integer general\n%d %d %d\n%s", n, n, entries, text
  }'
}

# values KEY FILE: the values of a key in the JSON of recommend, in their order.
values() { sed -n "s/^ *\"$1\": \"\\{0,1\\}\\([^\",]*\\)\"\\{0,1\\},\\{0,1\\}$/\\1/p" "$2"; }

# costs FILE: each algorithm of a result table with its total cost, in microseconds; the best first.
costs() {
  awk -F, '
    NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k; next }
    { name = $at["algorithm"]; ++rows[name]; sum[name] += $at["makespan_us"] / $at["reuse"] + $at["schedule_us"] / $at["reuse"] }
    END { for (name in sum) printf "%.6f %s\n", sum[name] / rows[name], name }' "$1" | LC_ALL=C sort -g
}

# measure ALGORITHMS SAMPLES SEED: their costs.
measure() {
  "$program" run "${options[@]}" --matrix "$scratch/sent.mtx" --algorithm "$1" --reuse "$reuse" --samples "$2" \
    --seed "$3" --executor fibers --no-verify --csv "$scratch/all.csv" >/dev/null 2>&1
  costs "$scratch/all.csv"
}

mapfile -t machines < <("$program" list machines | sed -n 's/^  \([a-z][a-z0-9_]*\)  .*/\1/p')
within_2=0 within_10=0 done_count=0
for ((i = first; i < first + count; ++i)); do
  RANDOM=$i
  draw kind random grid2 grid3 mesh power banded
  draw kind random grid2 grid3 mesh power banded # the first number of a seed is much like its neighbours'
  machine=${machines[i % ${#machines[@]}]}
  case $machine in
    mesh | paragon* | delta | torus | sp2) draw nodes 12 16 24 32 ;;
    *) draw nodes 16 32 ;;
  esac
  draw reuse 1 2 5 20
  draw bytes 16 256 4096 16384
  file=$scratch/m.mtx
  options=(--machine "$machine" --nodes "$nodes")
  per_value=()
  case $kind in
    random)
      draw density 2 4 7
      "$program" matrix make --nodes "$nodes" --density "$density" --bytes "$bytes" --seed "$i" --output "$file" ;;
    grid2 | grid3)
      [ "$kind" = grid2 ] && draw side 20 31 || draw side 7 9
      grid "${kind#grid}" "$side" >"$file"
      draw value 8 64 800
      per_value=(--bytes-per-value "$value") ;;
    mesh)
      draw vertices 400 900
      "$program" matrix from-mesh --vertices "$vertices" --nodes "$nodes" --seed "$i" --output "$file" >/dev/null ;;
    power | banded)
      draw degree 2 4 6
      messages "$kind" "$nodes" "$degree" "$bytes" "$i" >"$file" ;;
  esac
  "$program" recommend "$file" "${options[@]}" "${per_value[@]}" --reuse "$reuse" --seed "$i" --output "$scratch/sent.mtx" \
    --json "$scratch/answer.json" >/dev/null 2>&1
  answer=$(values algorithm "$scratch/answer.json" | head -n 1)
  all=$(sed -n '/"algorithms": \[/,/^  \],/s/^ *"algorithm": "\(.*\)",$/\1/p' "$scratch/answer.json" | paste -sd,)
  # Where runs differ by chance, a few samples do not tell the best from its neighbours: those get more.
  near=$(measure "$all" 4 "$((i + 100000))" |
    awk -v answer="$answer" 'NR == 1 { most = 1.2 * $1 } $1 <= most || $2 == answer { print $2 }' | paste -sd,)
  read -r best percent < <(measure "$near" 24 "$((i + 200000))" | awk -v answer="$answer" '
    NR == 1 { least = $1; best = $2 }
    $2 == answer { printf "%s %.2f\n", best, ($1 / least - 1) * 100 }')
  done_count=$((done_count + 1))
  awk -v p="$percent" 'BEGIN { exit !(p <= 2) }' && within_2=$((within_2 + 1))
  awk -v p="$percent" 'BEGIN { exit !(p <= 10) }' && within_10=$((within_10 + 1))
  echo "$i $kind $machine $nodes nodes, reuse $reuse: $answer, best $best, +$percent %"
done
echo "$done_count matrices: $within_2 within 2 %, $within_10 within 10 %"
[ $((within_2 * 100)) -ge $((done_count * 95)) ] && [ "$within_10" -eq "$done_count" ]
