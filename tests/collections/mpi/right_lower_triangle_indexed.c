// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The lower triangle of a matrix travels with an indexed type, the upper stays.
#include <mpi.h>

#define N 4
int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int a[N][N], bl[N], ds[N];
  MPI_Datatype t;
  int n;
  MPI_Aint lb, ext;
  for (int i = 0; i < N; i++) {
    bl[i] = i + 1;
    ds[i] = i * N;
    for (int j = 0; j < N; j++)
      a[i][j] = rank ? -1 : 10 * i + j;
  }
  MPI_Type_indexed(N, bl, ds, MPI_INT, &t);
  MPI_Type_commit(&t);
  MPI_Type_size(t, &n);
  MPI_Type_get_extent(t, &lb, &ext);
  if (n != 10 * (int)sizeof(int) || lb != 0 || ext != 16 * (MPI_Aint)sizeof(int))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Bcast(a, 1, t, 0, MPI_COMM_WORLD);
  if (a[3][2] != 32 || (rank && a[1][2] != -1))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
