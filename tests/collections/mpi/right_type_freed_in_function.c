// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The helper frees its type after the send.
#include <mpi.h>

static void
send_column(double* a, int n, int col, int to)
{
  MPI_Datatype t;
  MPI_Type_vector(n, 1, n, MPI_DOUBLE, &t);
  MPI_Type_commit(&t);
  MPI_Send(a + col, 1, t, to, col, MPI_COMM_WORLD);
  MPI_Type_free(&t);
}
int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double a[16], c[4];
  for (int i = 0; i < 16; i++)
    a[i] = i;
  for (int j = 0; j < 2; j++) {
    if (rank == 0)
      send_column(a, 4, j, 1);
    else {
      MPI_Recv(c, 4, MPI_DOUBLE, 0, j, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (c[2] != 8 + j)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_Finalize();
  return 0;
}
