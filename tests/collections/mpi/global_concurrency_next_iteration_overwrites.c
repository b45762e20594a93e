// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: none
// why: The next iteration overwrites shared memory that a neighbour may still be reading.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, du;
  MPI_Comm node;
  MPI_Win w;
  double *mine, *next, s = 0;
  MPI_Aint len;
  MPI_Init(&argc, &argv);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &mine, &w);
  MPI_Win_shared_query(w, (rank + 1) % size, &len, &du, &next);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, w);
  for (int it = 0; it < 3; it++) {
    for (int i = 0; i < 4; i++)
      mine[i] = rank + it + i * 0.5;
    MPI_Win_sync(w);
    MPI_Barrier(node);
    MPI_Win_sync(w);
    for (int i = 0; i < 4; i++)
      s += next[i];
  }
  MPI_Win_unlock_all(w);
  if (s < 0) printf("%f\n", s);
  MPI_Win_free(&w);
  MPI_Comm_free(&node);
  MPI_Finalize();
  return 0;
}
