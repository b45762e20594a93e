// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The nonblocking duplicate is used after its completion only.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm c;
  MPI_Request q;
  int x = rank, s = 0;
  MPI_Comm_idup(MPI_COMM_WORLD, &c, &q);
  x += 10;
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  MPI_Allreduce(&x, &s, 1, MPI_INT, MPI_SUM, c);
  MPI_Comm_free(&c);
  if (s != 21)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
