// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Isend:18, MPI_Isend:19
// why: The stream alternates two buffers but waits for the wrong request before refilling.
#include <mpi.h>

int main(void) {
  int me;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int b[2][3];
  MPI_Request q[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (me == 0) {
    for (int i = 0; i < 3; i++)
      b[0][i] = b[1][i] = i;
    MPI_Isend(b[0], 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[0]);
    MPI_Isend(b[1], 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[1]);
    MPI_Wait(&q[1], MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
      b[0][i] = 10 + i;
    MPI_Wait(&q[0], MPI_STATUS_IGNORE);
  } else
    for (int k = 0; k < 2; k++)
      MPI_Recv(b[k], 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
