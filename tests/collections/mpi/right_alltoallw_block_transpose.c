// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A distributed matrix is transposed by MPI_Alltoallw with column types on the receiving side.
#include <mpi.h>

#define N 4
int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int a[N / 2][N], b[N / 2][N], cnt[2] = { 1, 1 }, sd[2], rd[2];
  MPI_Datatype blk, tr1, tr, st[2], rt[2];
  for (int i = 0; i < N / 2; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (me * 2 + i) * 10 + j;
  MPI_Type_vector(2, 2, N, MPI_INT, &blk);
  MPI_Type_vector(2, 1, N, MPI_INT, &tr1);
  MPI_Type_create_hvector(2, 1, sizeof(int), tr1, &tr);
  MPI_Type_commit(&blk);
  MPI_Type_commit(&tr);
  MPI_Type_free(&tr1);
  for (int p = 0; p < 2; p++) {
    sd[p] = rd[p] = 2 * p * (int)sizeof(int);
    st[p] = blk;
    rt[p] = tr;
  }
  MPI_Alltoallw(a, cnt, sd, st, b, cnt, rd, rt, MPI_COMM_WORLD);
  for (int i = 0; i < N / 2; i++)
    for (int j = 0; j < N; j++)
      if (b[i][j] != j * 10 + me * 2 + i)
        MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Type_free(&blk);
  MPI_Type_free(&tr);
  MPI_Finalize();
  return 0;
}
