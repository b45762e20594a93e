// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The statuses tell which posted receive holds which message.
#include <mpi.h>

int main(void) {
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int v[2] = {0, 0};
  if (my_rank == 0) {
    MPI_Request q[2];
    MPI_Status st[2];
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&v[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &q[i]);
    MPI_Waitall(2, q, st);
    for (int i = 0; i < 2; i++)
      if (v[i] != 100 + st[i].MPI_SOURCE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (v[0] + v[1] != 203)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    int s = 100 + my_rank;
    MPI_Send(&s, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
