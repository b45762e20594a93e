// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A cycle with data of different length; every receive has room for the longest and reads the true length.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int out[3] = {rank, rank, rank}, in[3], n;
  MPI_Status st;
  MPI_Sendrecv(out, rank + 1, MPI_INT, (rank + 1) % nprocs, 0, in, 3, MPI_INT,
               (rank + nprocs - 1) % nprocs, 0, MPI_COMM_WORLD, &st);
  MPI_Get_count(&st, MPI_INT, &n);
  if (n != (rank + nprocs - 1) % nprocs + 1 || in[n - 1] != n - 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
