// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The two receives are adjacent.
#include <mpi.h>

#define LEN 10
int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int all[LEN];
  int n = LEN / 2;
  if (rank == 0) {
    MPI_Request q[2];
    MPI_Irecv(all, n, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[0]);
    MPI_Irecv(all + n, n, MPI_INT, 2, 0, MPI_COMM_WORLD, &q[1]);
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    if (all[n - 1] != 1 || all[n] != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    for (int i = 0; i < n; i++)
      all[i] = rank;
    MPI_Send(all, n, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
