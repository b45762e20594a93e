// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The origin buffer may be changed once the request is complete.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, ob[2] = {1, 2}, rs[2], store[2] = {0};
  MPI_Win win;
  MPI_Request q;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(store, sizeof store, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Rget_accumulate(ob, 2, MPI_INT, rs, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    ob[0] = 3;  /* allowed: MPI 3.1, 11.3.5 */
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
