#!/usr/bin/env bash
# alltoallv_test.sh MPI ROOT BUILD: compiles programs with the mpicc of this MPI against switchyard_mpi.h, as C and as
# C++, and runs them: every schedule has to bring what MPI_Alltoallv brings.
. "$2/tests/mpi/setting.sh"
flags=(-Wall -Wextra -Werror -O1 -I "$root/algorithms/mpi")
libraries=(-L "$build/lib" -Wl,-rpath,"$build/lib" -lswitchyard_schedule)
"mpicc.$mpi" -std=c99 "${flags[@]}" "$here/alltoallv.c" -o "$scratch/alltoallv" "${libraries[@]}"
"mpicc.$mpi" -x c++ "${flags[@]}" -Wno-cast-function-type -fsyntax-only "$here/alltoallv.c"
"mpicc.$mpi" -std=c99 -O2 -I "$root/algorithms/mpi" "$root/bench/micro/alltoallv_times.c" -o "$scratch/times" \
  "${libraries[@]}"

# expect WHAT COMMAND...: its output has WHAT in it, and it ends with 0.
expect() {
  "${@:2}" >"$scratch/output" 2>&1 || { cat "$scratch/output"; exit 1; }
  grep -qF -- "$1" "$scratch/output" || { cat "$scratch/output"; echo "there is no '$1'" >&2; exit 1; }
}
expect '0 wrong; never taken:' "$here/mpirun.sh" "$mpi" 2 "$scratch/alltoallv" 1
expect '0 wrong; never taken: lp' "$here/mpirun.sh" "$mpi" 3 "$scratch/alltoallv" 5 1
expect '0 wrong; never taken: lex pex bex' "$here/mpirun.sh" "$mpi" 4 "$scratch/alltoallv" 3 2
expect '2 ranks, 1 messages of 4096 bytes' "$here/mpirun.sh" "$mpi" 2 "$scratch/times" 1 4096 2

# An error ends the job, unless the program asks for it, with its reason. What the job that it ends prints of the reason
# can be lost on its way through mpirun.
cat >"$scratch/wrong.c" <<'END'
#include <stdio.h>
#include <switchyard_mpi.h>
int main(int argc, char** argv) {
  int none[64] = {0}, nothing[64] = {0}, length, error;
  char reason[MPI_MAX_ERROR_STRING];
  MPI_Init(&argc, &argv);
  if (argc > 1) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  error = switchyard_alltoallv(nothing, none, none, MPI_INT, nothing, none, none, MPI_INT, MPI_COMM_WORLD, "rs_nk");
  MPI_Error_string(error, reason, &length);
  puts(reason);
  MPI_Finalize();
  return 0;
}
END
"mpicc.$mpi" "${flags[@]}" "$scratch/wrong.c" -o "$scratch/wrong" "${libraries[@]}"
expect "unknown schedule 'rs_nk'; did you mean 'rs_n'?" "$here/mpirun.sh" "$mpi" 2 "$scratch/wrong" returned
if "$here/mpirun.sh" "$mpi" 2 "$scratch/wrong" >"$scratch/output" 2>&1; then
  cat "$scratch/output"
  echo "an error was not fatal" >&2
  exit 1
fi
