// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Game of life on row blocks with nonblocking ghost rows; the blinker has three cells after every step.
#include <mpi.h>
#include <string.h>

#define R 3
#define C 6
static int alive(int g[R + 2][C], int i, int j) {
  int n = 0;
  for (int a = -1; a <= 1; a++)
    for (int b = -1; b <= 1; b++)
      if (a || b)
        n += g[i + a][(j + b + C) % C];
  return n == 3 || (n == 2 && g[i][j]);
}
int main(void) {
  int self, world;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int g[R + 2][C], h[R][C];
  MPI_Request q[4];
  int up = (self + world - 1) % world, dn = (self + 1) % world;
  memset(g, 0, sizeof g);
  if (self == 1)
    g[2][2] = g[2][3] = g[2][4] = 1;
  for (int t = 0; t < 4; t++) {
    MPI_Irecv(g[0], C, MPI_INT, up, 1, MPI_COMM_WORLD, &q[0]);
    MPI_Irecv(g[R + 1], C, MPI_INT, dn, 2, MPI_COMM_WORLD, &q[1]);
    MPI_Isend(g[R], C, MPI_INT, dn, 1, MPI_COMM_WORLD, &q[2]);
    MPI_Isend(g[1], C, MPI_INT, up, 2, MPI_COMM_WORLD, &q[3]);
    MPI_Waitall(4, q, MPI_STATUSES_IGNORE);
    for (int i = 1; i <= R; i++)
      for (int j = 0; j < C; j++)
        h[i - 1][j] = alive(g, i, j);
    memcpy(g[1], h, sizeof h);
    int c = 0, all = 0;
    for (int i = 1; i <= R; i++)
      for (int j = 0; j < C; j++)
        c += g[i][j];
    MPI_Allreduce(&c, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all != 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
