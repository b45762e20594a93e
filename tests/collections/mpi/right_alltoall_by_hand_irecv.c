// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Hand-written all-to-all with receives posted beforehand.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int in[3] = { 0, 0, 0 }, out[3];
  MPI_Request q[3];
  for (int p = 0; p < nprocs; p++)
    out[p] = 10 * rank + p;
  for (int p = 0; p < nprocs; p++)
    MPI_Irecv(&in[p], 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[p]);
  for (int p = 0; p < nprocs; p++)
    MPI_Send(&out[p], 1, MPI_INT, p, 0, MPI_COMM_WORLD);
  MPI_Waitall(nprocs, q, MPI_STATUSES_IGNORE);
  for (int p = 0; p < nprocs; p++)
    if (in[p] != 10 * p + rank)
      MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
