// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Put:23
// why: Entries of the target datatype of a put overlap (MPI 3.1, sec. 11.3.1).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int b[2] = {3, 3}, d[2] = {0, 2}, v[8] = {0, 1, 2, 3, 4, 5};
  MPI_Datatype t;
  MPI_Type_indexed(2, b, d, MPI_INT, &t);
  MPI_Type_commit(&t);
  int *m;
  MPI_Win w;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Win_fence(0, w);
  MPI_Put(v, 6, MPI_INT, (rank + 1) % size, 0, 1, t, w);
  MPI_Win_fence(0, w);
  MPI_Type_free(&t);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
