// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Send:18
// why: As many values are sent as a matrix has, from one local row.
#include <mpi.h>
#define N 5
int
main (int argc, char **argv)
{
  int rank, m[N][N], row[N];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; i < N * N; i++)
    m[i / N][i % N] = row[i % N] = i;
  if (rank == 1)
    MPI_Send(row, N * N, MPI_INT, 0, 1, MPI_COMM_WORLD);
  else if (rank == 0)
    {
      MPI_Recv (m, N * N, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (m[0][1] < 1)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Finalize ();
  return row[0] < 0;
}
