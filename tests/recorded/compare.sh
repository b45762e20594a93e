#!/usr/bin/env bash
# compare.sh PROGRAM KIND [--update]: runs the commands of a list beside this script and compares the answers with those
# recorded there. Exits 1 and prints the first rows that differ if there are any. Also changes the list in a copy, and
# fails if that goes unseen. --update first writes the answers into the list.
#
#   rows       runs under the virtual clock: all columns but the host's time and what made the row
#   fibers     the same list with the nodes on fibers
#   clocks     runs under the clocks off and wall: the columns that no timing changes
#   stress     disturbed runs by how they end, and verdicts over all orders of events, whose number may fall
#   reproduce  cells and claims of the published experiments
set -euo pipefail

usage() {
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# columns FILE [NAME...]: these columns of a CSV file, or all but host_s and those that say what made a row.
columns() {
  awk -F, -v wanted="${*:2}" '
    /"/ {  # the commas between quotes part no columns
      pieces = split($0, piece, "\"")
      for (i = 2; i <= pieces; i += 2) gsub(",", "\001", piece[i])
      line = piece[1]
      for (i = 2; i <= pieces; ++i) line = line "\"" piece[i]
      $0 = line
    }
    NR == 1 {
      names = split(wanted, name, " ")
      left_out = " host_s constants protocol version host matrix "
      for (i = 1; i <= NF; ++i) if (names == 0 ? !index(left_out, " " $i " ") : (" " wanted " ") ~ " " $i " ") picked[++count] = i
    }
    {
      line = ""
      for (i = 1; i <= count; ++i) line = line (i > 1 ? "," : "") $picked[i]
      gsub("\001", ",", line)
      print line
    }' "$1"
}

# An ending other than 0: the exit status and the report, without the places in our sources, which change with any edit:
# where a request was posted, and the call that waits for it.
full_report() {
  echo "exit $1"
  sed -E "/ is not written, as /d; s/, in [a-z_]+ \([a-z0-9_]+\.cpp:[0-9]+\)//g; s/ \([a-z0-9_]+\.cpp:[0-9]+\)//g" "$2"
}

# The same where the timing decides who waits for whom.
kind_of_ending() { echo "exit $1: $(grep -oE '(deadlock:|not finished)' "$2" | head -n 1)"; }

# The tally of stress: a line for each algorithm and strategy.
tally() {
  echo "exit $1"
  awk '/^-/ { if (!header++) print before; next }
    header && NF == 0 { exit }
    { $1 = $1; before = $0 }
    header' "$2"
}

# What all orders of events end with.
verdicts() {
  echo "exit $1"
  awk '/^-/ { inside = 1; split(before, name, " "); next }
    inside && NF == 0 { exit }
    inside {
      ends = ""
      for (i = 5; i <= NF; ++i) if ($i > 0) ends = ends " " name[i]
      print $1 " ends with" ends ", orders " $2
    }
    { before = $0 }' "$2"
}

# answer NUMBER ARGUMENTS: what this command answers, into a file of that number.
answer() {
  local file=$scratch/$1 status=0
  local -a arguments
  read -ra arguments <<<"$2"
  [ "$kind" = fibers ] && arguments+=(--executor fibers)
  case $kind in
    rows | fibers | clocks) arguments+=(--csv "$file.csv") ;;
    stress) arguments+=(--replay-folder "$scratch") ;;
    reproduce) arguments+=(--quiet --csv "$file.csv" --claims "$file.claims") ;;
  esac
  "$program" "${arguments[@]}" >"$file.out" 2>"$file.err" </dev/null || status=$?
  case $kind in
    rows | fibers)
      if [ $status -eq 0 ]; then columns "$file.csv"; else full_report $status "$file.err"; fi |
        sed 's/,virtual,fibers,/,virtual,threads,/'
      ;;
    clocks)
      if [ $status -eq 0 ]; then
        columns "$file.csv" machine nodes algorithm pattern density bytes sample seed clock executor messages \
          payload_bytes phases discarded reuse
      else
        kind_of_ending $status "$file.err"
      fi
      ;;
    stress)
      case " $2 " in
        *" --exhaustive "*) verdicts $status "$file.out" ;;
        *) tally $status "$file.out" ;;
      esac
      ;;
    reproduce)
      echo "exit $status"
      cat "$file.csv" "$file.claims"
      ;;
  esac >"$file.answer"
  rm -f "$file.csv" "$file.claims" "$file.out" "$file.err"
}

# The list with the answers of this program. A line of column names is left out where it repeats the one before.
answers() {
  local processes=2
  [ "$kind" = reproduce ] && processes=1  # that command takes all cores itself
  sed -n 's/^> //p' "$list" | awk '{ print NR " " $0 }' |
    xargs -d '\n' -n 1 -P "$processes" tests/recorded/compare.sh --answer "$program" "$kind" "$scratch"
  awk -v folder="$scratch" '
    /^#/
    /^> / {
      print
      file = folder "/" ++number ".answer"
      while ((getline line < file) > 0) {
        if (line ~ /^machine,/) { if (line == names) continue; names = line }
        print line
      }
      close(file)
    }' "$list"
}

# differences RECORDED NOW: the first rows that differ, each below the command that gets it again. A count of orders may
# fall.
differences() {
  awk '
    function same(recorded, now,   r, n) {
      if (recorded == now) return 1
      return split(recorded, r, ", orders ") == 2 && split(now, n, ", orders ") == 2 && r[1] == n[1] && n[2] + 0 <= r[2] + 0
    }
    function told(row) { return row == "" ? "(nothing)" : row }
    /^#/ { next }
    /^> / { command = $0; if (FNR == NR) commands[++count] = command; next }
    FNR == NR { recorded[command, ++rows[command]] = $0; next }
    { now[command, ++rows_now[command]] = $0 }
    END {
      for (c = 1; c <= count; ++c) {
        command = commands[c]
        most = rows[command] > rows_now[command] ? rows[command] : rows_now[command]
        seen = 0
        for (i = 1; i <= most; ++i) {
          if (same(recorded[command, i], now[command, i])) continue
          ++different
          if (++seen == 1 && ++shown <= 10) print "switchyard " substr(command, 3)
          if (seen <= 3 && shown <= 10) {
            print "  recorded  " told(recorded[command, i])
            print "  now       " told(now[command, i])
          }
        }
      }
      if (different) print different " rows differ"
    }' "$1" "$2"
}

# planted SED_SCRIPT yes|no: whether the list changed by this script differs from the list.
planted() {
  sed -E "$1" "$list" >"$scratch/planted"
  if cmp -s "$list" "$scratch/planted"; then
    echo "self-test: '$1' changes nothing" >&2
    exit 1
  fi
  local seen=no
  [ -z "$(differences "$list" "$scratch/planted")" ] || seen=yes
  if [ "$seen" != "$2" ]; then
    echo "self-test: a list changed by '$1' should differ: $2, but was: $seen" >&2
    exit 1
  fi
}

# Changes one cell of the last row; leaves the last row out; adds one.
plant_all() {
  planted '$ s/[0-9]/9&/' yes
  planted '$ d' yes
  planted '$ p' yes
  if grep -q ', orders ' "$list"; then
    planted 's/, orders ([0-9])/, orders 9\1/' yes
    planted 's/, orders [0-9]+/, orders 1/' no
    planted 's/ends with completed,/ends with completed deadlock,/' yes
  fi
}

if [ "${1:-}" = --answer ]; then
  program=$2 kind=$3 scratch=$4
  answer "${5%% *}" "${5#* }"
  exit
fi

if [ $# -lt 2 ] || [ $# -gt 3 ] || [ "${3:---update}" != --update ] || [ ! -x "$1" ]; then usage; fi
program=$(realpath "$1")
kind=$2
case $kind in
  rows | clocks | stress | reproduce) list=tests/recorded/$kind.txt ;;
  fibers) list=tests/recorded/rows.txt ;;
  *) usage ;;
esac
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

answers >"$scratch/now"
if [ $# -eq 3 ]; then
  cp "$scratch/now" "$list"
fi
plant_all
found=$(differences "$list" "$scratch/now")
if [ -n "$found" ]; then
  echo "$found"
  echo "recorded in $list, which $0 PROGRAM $kind --update writes anew; tests/recorded/README.md says what then to do"
  exit 1
fi
echo "$(grep -c "^> " "$list") commands, $(grep -vcE "^(#|> )" "$list") lines of answers: all as recorded"
