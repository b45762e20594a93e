// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The server counts the DONE messages of all clients.
#include <mpi.h>

#define ASK 1
#define DONE 2
int
main(void)
{
  int rank, world;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int v = rank, a;
  if (rank == 0) {
    MPI_Status st;
    int open = world - 1;
    while (open > 0) {
      MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
      if (st.MPI_TAG == DONE)
        open--;
      else {
        a = 2 * v;
        MPI_Send(&a, 1, MPI_INT, st.MPI_SOURCE, 0, MPI_COMM_WORLD);
      }
    }
  } else {
    MPI_Send(&v, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
    MPI_Recv(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (a != 2 * rank)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Send(&v, 1, MPI_INT, 0, DONE, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
