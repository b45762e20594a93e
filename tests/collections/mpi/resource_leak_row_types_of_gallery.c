// verdict: wrong
// class: resource_leak
// also: none
// nodes: 3
// call: MPI_Type_create_subarray:19
// why: Three of the subarray types of the exchange are freed, the fourth is forgotten in the cleanup loop.
#include <mpi.h>

#define N 3
int
main(int argc, char** argv)
{
  MPI_Init(&argc, &argv);
  MPI_Datatype t[4];
  int full[2] = { N + 2, N + 2 }, sub[2] = { 1, N }, st[2] = { 0, 1 };
  double a[N + 2][N + 2] = { { 0 } };
  for (int k = 0; k < 4; k++) {
    st[0] = k;
    MPI_Type_create_subarray(2, full, sub, st, MPI_ORDER_C, MPI_DOUBLE, &t[k]);
    MPI_Type_commit(&t[k]);
    MPI_Bcast(a, 1, t[k], 0, MPI_COMM_WORLD);
  }
  for (int k = 0; k < 3; k++)
    MPI_Type_free(&t[k]);
  MPI_Finalize();
  return 0;
}
