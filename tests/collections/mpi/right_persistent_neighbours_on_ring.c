// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Neighbourhood collectives on a periodic ring, started together in every step.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int dim = 4, wrap = 1, left, right, val, vals[2], out[2], in[2];
  MPI_Comm ring;
  MPI_Request q[2];
  MPI_Cart_create (MPI_COMM_WORLD, 1, &dim, &wrap, 0, &ring);
  MPI_Cart_shift (ring, 0, 1, &left, &right);
  MPI_Neighbor_allgather_init (&val, 1, MPI_INT, vals, 1, MPI_INT, ring, MPI_INFO_NULL, &q[0]);
  MPI_Neighbor_alltoall_init (out, 1, MPI_INT, in, 1, MPI_INT, ring, MPI_INFO_NULL, &q[1]);
  for (int step = 1; step <= 3; step++)
    {
      val = rank * step;
      out[0] = 10 * rank + step;
      out[1] = -out[0];
      MPI_Startall (2, q);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      if (vals[0] != left * step || vals[1] != right * step)
        MPI_Abort (MPI_COMM_WORLD, 1);
      if (in[0] != -(10 * left + step) || in[1] != 10 * right + step)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Comm_free (&ring);
  MPI_Finalize ();
  return 0;
}
