// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Persistent receive and send are started one after the other, each once.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int a = myid, b = -1;
  MPI_Request q[2];
  int p = 1 - myid;
  MPI_Recv_init(&b, 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Ssend_init(&a, 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[1]);
  MPI_Start(&q[0]);
  MPI_Start(&q[1]);
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  if (b != p)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Request_free(&q[0]);
  MPI_Request_free(&q[1]);
  MPI_Finalize();
  return 0;
}
