// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A shorter message than the receive count is fine; its size comes from the status.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int v[12] = {0};
  if (me == 0) {
    for (int i = 0; i < 7; i++)
      v[i] = i;
    MPI_Send(v, 7, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Status st;
    int n;
    MPI_Recv(v, 12, MPI_INT, 0, 0, MPI_COMM_WORLD, &st);
    MPI_Get_count(&st, MPI_INT, &n);
    if (n != 7 || v[6] != 6 || v[7])
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
