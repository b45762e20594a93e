// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Get:12
// why: The last poll of the status board is made after the reader dropped its lock_all.
#include <mpi.h>
#include <stdio.h>

static int peek(MPI_Win w, int who) {
  int s = -1;
  MPI_Get(&s, 1, MPI_INT, who, 0, 1, MPI_INT, w);
  return s;
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int state = rank + 100;
  MPI_Win w;
  MPI_Win_create(&state, sizeof state, sizeof state, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock_all(0, w);
  MPI_Win_unlock_all(w);
  if (rank == 0) {
    int seen = peek(w, 2);
    printf("asked for 2: %d\n", seen > 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
