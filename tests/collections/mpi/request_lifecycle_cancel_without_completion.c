// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Irecv:18, MPI_Cancel:19
// why: A cancelled receive must still be completed by a wait, test or free.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int myid;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int spare;
  MPI_Request r;
  MPI_Irecv(&spare, 1, MPI_INT, 1 - myid, 44, MPI_COMM_WORLD, &r);
  MPI_Cancel(&r);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
