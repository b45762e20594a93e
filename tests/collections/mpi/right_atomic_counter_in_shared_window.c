// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The last rank that counts itself has the stores of all others before its loads.
#include <mpi.h>
#include <stdatomic.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *mine, *m, unit;
  MPI_Aint bytes;
  MPI_Win w;
  MPI_Win_allocate_shared(me == 0 ? 2 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &w);
  MPI_Win_shared_query(w, 0, &bytes, &unit, &m);
  MPI_Win_lock_all(0, w);
  if (me == 0) m[0] = m[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  _Atomic int* flag = (_Atomic int*)&m[0];
  if (me == 0) m[1] = 7;
  if (atomic_fetch_add(flag, 1 + 9 * (me == 0)) >= 10 && m[1] != 7) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
