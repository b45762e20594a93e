// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All processes unpack the parameters in the order in which the root has packed them.
#include <mpi.h>
int
main (int argc, char **argv)
{
  char m[64] = { 0 };
  int id, n = 100, p = 0;
  double eps = 1e-6;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &id);
  if (id == 0)
    {
      MPI_Pack (&n, 1, MPI_INT, m, 64, &p, MPI_COMM_WORLD);
      MPI_Pack (&eps, 1, MPI_DOUBLE, m, 64, &p, MPI_COMM_WORLD);
    }
  MPI_Bcast (m, 64, MPI_PACKED, 0, MPI_COMM_WORLD);
  if (id != 0)
    {
      MPI_Unpack (m, 64, &p, &n, 1, MPI_INT, MPI_COMM_WORLD);
      MPI_Unpack (m, 64, &p, &eps, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
