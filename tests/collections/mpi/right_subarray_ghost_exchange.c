// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Ghost columns and rows of a 2x2 grid with subarray types.
#include <mpi.h>

#define N 4
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm g;
  int d[2] = {2, 2}, per[2] = {0, 0}, r, c[2], n[4];
  MPI_Cart_create(MPI_COMM_WORLD, 2, d, per, 0, &g);
  MPI_Comm_rank(g, &r);
  MPI_Cart_coords(g, r, 2, c);
  MPI_Cart_shift(g, 0, 1, &n[0], &n[1]);
  MPI_Cart_shift(g, 1, 1, &n[2], &n[3]);
  double a[N + 2][N + 2];
  MPI_Datatype t[4][2];
  static const int at[4][2][2] = {
      {{1, 1}, {0, 1}}, {{N, 1}, {N + 1, 1}}, {{1, 1}, {1, 0}}, {{1, N}, {1, N + 1}}};
  int full[2] = {N + 2, N + 2};
  for (int i = 0; i < N + 2; i++)
    for (int j = 0; j < N + 2; j++)
      a[i][j] = -1;
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      a[i][j] = r;
  MPI_Request q[8];
  for (int k = 0; k < 4; k++) {
    int sub[2] = {k < 2 ? 1 : N, k < 2 ? N : 1};
    for (int o = 0; o < 2; o++) {
      MPI_Type_create_subarray(2, full, sub, at[k][o], MPI_ORDER_C, MPI_DOUBLE, &t[k][o]);
      MPI_Type_commit(&t[k][o]);
    }
    MPI_Isend(a, 1, t[k][0], n[k], k, g, &q[2 * k]);
    MPI_Irecv(a, 1, t[k][1], n[k], k ^ 1, g, &q[2 * k + 1]);
  }
  MPI_Waitall(8, q, MPI_STATUSES_IGNORE);
  if (a[0][2] != (c[0] ? r - 2 : -1) || a[2][N + 1] != (c[1] ? -1 : r + 1) || a[0][0] != -1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int k = 0; k < 4; k++)
    for (int o = 0; o < 2; o++)
      MPI_Type_free(&t[k][o]);
  MPI_Comm_free(&g);
  MPI_Finalize();
  return 0;
}
