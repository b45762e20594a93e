#!/usr/bin/env bash
# native_test.sh MPI ROOT BUILD: algorithms carry out real exchanges on ranks, every byte verified; and what cannot be run
# so is refused, once.
. "$2/tests/mpi/setting.sh"
native() { timeout 100 "$here/mpirun.sh" "$mpi" "$1" "$switchyard" run --machine native "${@:2}"; }

# run RANKS ROWS ARGUMENTS...: so many rows, of the clock native.
run() {
  native "$1" "${@:3}" --samples 1 --repetitions 2 --csv rows.csv >output.txt 2>&1 || { cat output.txt; fail "failed: $*"; }
  [ "$(grep -c ',native,ranks,' rows.csv)" = "$2" ] || { cat rows.csv; fail "other rows: $*"; }
}
any=ac,rs_n,rs_nl,optimal_n,naive,linear,ls,gs,fcfs,fcfs_rerouted,dsatur,min_sum,miscom
power=lp,pairwise_f,pairwise_f_global,pairwise_u,ps,bs
run 4 38 --algorithm $any,$power --density 2 --bytes 16,32KiB
run 3 14 --algorithm ac_unposted,$any --density 1 --bytes 1KiB # the first one needs its messages to be stored
run 4 6 --algorithm stable,standard_f,standard_u,multiphase,rex,pex --pattern complete --bytes 256
run 2 3 --algorithm ac,lp,rs_nl --density 1 --bytes 1MiB --reuse 3

native 4 --algorithm ac,lp,rs_nl,gs --density 2 --bytes 1KiB --samples 1 --repetitions 2 --against ipsc860 >against.txt
grep -q 'dense 2, 1KiB: rank correlation [+-]' against.txt || { cat against.txt; fail "no rank correlation"; }
grep -q "^  ranks  *4$" against.txt || { cat against.txt; fail "the table does not say how many ranks there were"; }

# expect_refusal TEXT COMMAND...: ends with 2, and tells TEXT once.
expect_refusal() {
  local code=0
  "${@:2}" >refusal.txt 2>&1 || code=$?
  [ "$code" = 2 ] || { cat refusal.txt; fail "the exit code was $code, not 2"; }
  [ "$(grep -cF -- "$1" refusal.txt)" = 1 ] || { cat refusal.txt; fail "'$1' should be there once"; }
}
expect_refusal 'native runs need ranks, and no mpirun has started this process' "$switchyard" run --machine native
expect_refusal '--nodes: 8 nodes need as many ranks, and there are 2; start mpirun -n 8' native 2 --nodes 8
expect_refusal 'algorithm lp needs a power of two of nodes, not 3' native 3 --algorithm lp --density 1
expect_refusal 'algorithm drs needs active messages' native 2 --algorithm drs --density 1
expect_refusal '--clock: is not for --machine native' native 2 --clock off
expect_refusal "--against: unknown machine 'ipsc'" native 2 --against ipsc
expect_refusal "'nowhere/native.csv'" native 2 --density 1 --csv nowhere/native.csv
cat >differ.sh <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ] && set -- "$@" --seed 7
exec "$@"
END
chmod +x differ.sh
expect_refusal "rank 1 has 'seed: 7' where rank 0 has 'seed: 1'" \
  "$here/mpirun.sh" "$mpi" 2 ./differ.sh "$switchyard" run --machine native --density 1

# The whole way from rows to a machine file.
native 4 --algorithm ac,lp --density 2 --bytes 16,64KiB --samples 2 --repetitions 2 --csv rows.csv >/dev/null
"$switchyard" fit --rows rows.csv --fit send_overhead,bandwidth --output here.toml >fit.txt || fail "cannot be fitted"
grep -q '^bandwidth ' fit.txt || { cat fit.txt; fail "the fit does not show the bandwidth"; }
"$switchyard" run --machine here.toml --nodes 4 --algorithm ac --density 2 --samples 1 >/dev/null || fail "here.toml is no machine"
