#!/usr/bin/env bash
# sweep_test.sh MPI ROOT BUILD: a sweep that ranks share has the rows of one process, whatever their number, also if it
# is gone on with by another number, or after a rank has been killed; and what is wrong is told once.
. "$2/tests/mpi/setting.sh"
cat >small.toml <<'END'
schema_version = 1
machines = ["ipsc860", "cm5"]
nodes = 8
algorithms = ["ac", "lp", "rs_nl"]
densities = [1, 4]
bytes = [16, "1KiB"]
samples = 10
END

# rows FILE: the rows without the host's time, sorted.
rows() { awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "host_s") host = i } { $host = ""; print }' "$1" | sort; }
sweep() { "$here/mpirun.sh" "$mpi" "$1" "$switchyard" sweep "${@:2}"; }

"$switchyard" sweep small.toml --csv one.csv --quiet
rows one.csv >one.txt
for ranks in 2 4; do
  sweep "$ranks" small.toml --csv "$ranks.csv" >"$ranks.txt"
  cmp one.txt <(rows "$ranks.csv") || fail "$ranks ranks have other rows than one process"
  [ "$(grep -c '240 rows, 240 of them new' "$ranks.txt")" = 1 ] || fail "the first rank alone should tell the result"
done

# A part of the rows, and half of a row, are gone on with.
head -n 100 one.csv >part.csv
printf 'ipsc860,8' >>part.csv
cp one.csv.sweep part.csv.sweep
sweep 3 small.toml --csv part.csv --resume 2>resumed_err.txt | grep -q '240 rows, 141 of them new' || fail "--resume went wrong"
[ "$(grep -c -- '--resume: 141 of 240 runs are missing, such as' resumed_err.txt)" = 1 ] || fail "--resume names nothing"
cmp one.txt <(rows part.csv) || fail "a sweep that was gone on with has other rows"

# expect_refusal CODE TEXT COMMAND...: fails with this code, and tells TEXT once.
expect_refusal() {
  local code=0
  "${@:3}" >refusal.txt 2>&1 || code=$?
  [ "$code" = "$1" ] || { cat refusal.txt; fail "the exit code was $code, not $1"; }
  grep -q 'interrupted' refusal.txt && { cat refusal.txt; fail "a rank took the end of another for a signal"; }
  [ "$(grep -cF -- "$2" refusal.txt)" = 1 ] || { cat refusal.txt; fail "'$2' should be there once"; }
}
expect_refusal 2 "is there already; add --resume" sweep 3 small.toml --csv one.csv
expect_refusal 2 "nowhere.toml:1:1: cannot be read" sweep 3 nowhere.toml --csv new.csv
expect_refusal 2 "did you mean '--resume'" sweep 2 small.toml --csv new.csv --resum
sed 's/samples = 10/samples = 11/' small.toml >other.toml
cat >differ.sh <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ] && cp other.toml rank1.toml && set -- "$1" "$2" rank1.toml "$4" "$5"
exec "$@"
END
chmod +x differ.sh
expect_refusal 2 "rank 1 has 'samples: 11' where rank 0 has 'samples: 10'" \
  "$here/mpirun.sh" "$mpi" 2 ./differ.sh "$switchyard" sweep small.toml --csv new.csv
sed 's/^samples.*/samples = 1\nclock = "wall"/' small.toml >wall.toml
expect_refusal 2 "runs paced by real time go one after another" sweep 2 wall.toml --csv new.csv
[ ! -e new.csv ] || fail "a refused sweep has begun a table"

# A rank is killed: the job ends, the rows are whole, and the rest can be done.
sed 's/samples = 10/samples = 600/' small.toml >long.toml
"$switchyard" sweep long.toml --csv long_one.csv --quiet
cat >killed.sh <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = "$VICTIM" ] && echo $$ >victim.pid
exec "$@"
END
chmod +x killed.sh
for victim in 1 0; do
  rm -f victim.pid long.csv long.csv.sweep
  export VICTIM=$victim
  timeout 60 "$here/mpirun.sh" "$mpi" 3 ./killed.sh "$switchyard" sweep long.toml --csv long.csv >killed.txt 2>&1 &
  job=$!
  for _ in $(seq 1000); do
    [ ! -s long.csv ] || [ "$(wc -l <long.csv)" -lt 50 ] || break
    sleep 0.02
  done
  kill -9 "$(cat victim.pid)"
  if wait "$job"; then fail "a job that has lost rank $victim ended with 0"; fi
  rows=$(wc -l <long.csv)
  [ "$rows" -ge 50 ] && [ "$rows" -lt 14401 ] || fail "$rows rows are there after rank $victim was killed"
  sweep 2 long.toml --csv long.csv --resume >resumed.txt
  grep -q "14400 rows, $((14401 - rows)) of them new" resumed.txt || { cat resumed.txt; fail "not gone on with"; }
  cmp <(rows long_one.csv) <(rows long.csv) || fail "rows differ after rank $victim was killed"
done
