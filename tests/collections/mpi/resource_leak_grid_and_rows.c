// verdict: wrong
// class: resource_leak
// also: none
// nodes: 4
// call: MPI_Cart_sub:18
// why: The grid is freed but its row communicator is not.
#include <mpi.h>

int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm g, row;
  int d[2] = { 2, 2 }, p[2] = { 0, 0 }, k[2] = { 0, 1 }, x = rank, m;
  MPI_Cart_create(MPI_COMM_WORLD, 2, d, p, 0, &g);
  MPI_Cart_sub(g, k, &row);
  MPI_Allreduce(&x, &m, 1, MPI_INT, MPI_MIN, row);
  MPI_Comm_free(&g);
  if (m > x)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
