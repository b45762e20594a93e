// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A third process synchronises with the receiver, and then tells the sender that the receive is posted.
#include <mpi.h>
int
main (int argc, char **argv)
{
  int id, in = 0, out = 9, note = 0;
  MPI_Request r;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &id);
  switch (id)
    {
    case 0:
      MPI_Irecv (&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
      MPI_Recv (&note, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait (&r, MPI_STATUS_IGNORE);
      break;
    case 1:
      MPI_Recv (&note, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Rsend (&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      break;
    case 2:
      MPI_Issend (&note, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &r);
      MPI_Wait (&r, MPI_STATUS_IGNORE);
      MPI_Send (&note, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
      break;
    }
  MPI_Finalize ();
  return 0;
}
