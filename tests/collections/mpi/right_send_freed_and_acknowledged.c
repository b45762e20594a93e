// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A send request may be freed when an answer proves its completion before the buffer is reused.
#include <mpi.h>

int main(void) {
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int v = 4, ack = 0;
  MPI_Request r;
  if (myid == 0) {
    MPI_Isend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
    MPI_Recv(&ack, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (ack != 5)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    v++;
    MPI_Send(&v, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
