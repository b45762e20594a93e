// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The ends of the chain use MPI_PROC_NULL, so the first receive and the last send return at once.
#include <mpi.h>

int main(int argc, char **argv) {
  int myid, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  int token = 0;
  int left = myid ? myid - 1 : MPI_PROC_NULL, right = myid < np - 1 ? myid + 1 : MPI_PROC_NULL;
  MPI_Recv(&token, 1, MPI_INT, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  token++;
  MPI_Send(&token, 1, MPI_INT, right, 4, MPI_COMM_WORLD);
  if (token != myid + 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
