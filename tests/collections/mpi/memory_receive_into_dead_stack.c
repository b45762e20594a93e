// verdict: wrong
// class: memory
// also: local_concurrency, request_lifecycle
// nodes: 2
// call: MPI_Irecv:12, MPI_Wait:24
// why: The receive is posted into a local array of a function that returns before the completion.
#include <mpi.h>

static MPI_Request post(void) {
  int box[16];
  MPI_Request q;
  MPI_Irecv(box, 16, MPI_INT, 0, 0, MPI_COMM_WORLD, &q);
  return q;
}
int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  if (my_rank == 0) {
    int v[16] = {0};
    MPI_Send(v, 16, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Request q = post();
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
