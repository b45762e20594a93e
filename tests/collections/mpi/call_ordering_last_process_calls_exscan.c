// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 3
// call: MPI_Scan:17, MPI_Exscan:19
// why: The last process calls MPI_Exscan where the others call MPI_Scan.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int n = rank + 2, off = 0;
  if (rank < nprocs - 1)
    MPI_Scan(&n, &off, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  else
    MPI_Exscan(&n, &off, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("%d starts at %d\n", rank, off);
  MPI_Finalize();
  return 0;
}
