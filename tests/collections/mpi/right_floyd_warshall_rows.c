// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All-pairs shortest paths; the owner of row k broadcasts it in step k.
#include <mpi.h>
#include <string.h>

#define N 6
#define INF 1000
int
main(int argc, char** argv)
{
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int d[N / 3][N], k_row[N], per = N / 3;
  for (int i = 0; i < per; i++)
    for (int j = 0; j < N; j++) {
      int g = my_rank * per + i;
      d[i][j] = g == j ? 0 : (j == (g + 1) % N ? 1 : INF);
    }
  for (int k = 0; k < N; k++) {
    int owner = k / per;
    if (my_rank == owner)
      memcpy(k_row, d[k % per], sizeof k_row);
    MPI_Bcast(k_row, N, MPI_INT, owner, MPI_COMM_WORLD);
    for (int i = 0; i < per; i++)
      for (int j = 0; j < N; j++)
        if (d[i][k] + k_row[j] < d[i][j])
          d[i][j] = d[i][k] + k_row[j];
  }
  for (int i = 0; i < per; i++)
    for (int j = 0; j < N; j++)
      if (d[i][j] != (j - (my_rank * per + i) + N) % N)
        MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
