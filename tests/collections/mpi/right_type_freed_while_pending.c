// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Freeing a type while a communication with it is pending is allowed.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int myid;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  float a[6];
  MPI_Datatype t;
  MPI_Request q;
  for (int i = 0; i < 6; i++)
    a[i] = myid ? 0 : i;
  MPI_Type_contiguous (6, MPI_FLOAT, &t);
  MPI_Type_commit (&t);
  if (myid == 0)
    MPI_Isend (a, 1, t, 1, 0, MPI_COMM_WORLD, &q);
  else
    MPI_Irecv (a, 1, t, 0, 0, MPI_COMM_WORLD, &q);
  MPI_Type_free (&t);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  if (a[5] != 5)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
