// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Query and reply use agreed tags and each message is received.
#include <mpi.h>

enum
{
  ASK = 11,
  REPLY = 12
};
static void
client(void)
{
  int q = 5, a = 0;
  MPI_Send(&q, 1, MPI_INT, 1, ASK, MPI_COMM_WORLD);
  MPI_Recv(&a, 1, MPI_INT, 1, REPLY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (a != 25)
    MPI_Abort(MPI_COMM_WORLD, 1);
}
static void
server(void)
{
  int q;
  MPI_Recv(&q, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  q = q * q;
  MPI_Send(&q, 1, MPI_INT, 0, REPLY, MPI_COMM_WORLD);
}
int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0)
    client();
  else
    server();
  MPI_Finalize();
  return 0;
}
