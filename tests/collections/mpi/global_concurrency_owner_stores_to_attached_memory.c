// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_Put:27
// why: The owner stores to attached memory while a put to it is under way.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *h = calloc(4, sizeof(int)), v = 6;
  MPI_Aint at;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, h, 4 * sizeof(int));
  MPI_Get_address(h + 1, &at);
  MPI_Bcast(&at, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&v, 1, MPI_INT, 1, at, 1, MPI_INT, win); /*!*/
  if (rank == 1) h[1] = 5; /*!*/
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_detach(win, h);
  MPI_Win_free(&win);
  free(h);
  MPI_Finalize();
  return 0;
}
