// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The subarray ends exactly at the last column.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Datatype t;
  int sz[2] = {5, 6}, sub[2] = {2, 4}, st[2] = {3, 2};
  double a[5][6], b[8];
  for (int i = 0; i < 30; i++)
    a[i / 6][i % 6] = i;
  MPI_Type_create_subarray(2, sz, sub, st, MPI_ORDER_C, MPI_DOUBLE, &t);
  MPI_Type_commit(&t);
  MPI_Sendrecv(a, 1, t, 1 - my_rank, 0, b, 8, MPI_DOUBLE, 1 - my_rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  if (b[0] != 20 || b[7] != 29)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
