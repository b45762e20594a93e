// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Waiting for an inactive persistent request returns at once; it is started later and freed.
#include <mpi.h>

int
main(void)
{
  int me;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int v = me == 0 ? 9 : 0;
  MPI_Request r;
  if (me == 0)
    MPI_Send_init(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
  else
    MPI_Recv_init(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Start(&r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (v != 9)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Request_free(&r);
  MPI_Finalize();
  return 0;
}
