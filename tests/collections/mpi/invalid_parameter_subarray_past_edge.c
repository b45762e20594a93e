// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Type_create_subarray:13
// why: The subarray of width 4 starting at column 3 exceeds the six columns.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype t;
  int sz[2] = {5, 6}, sub[2] = {2, 4}, st[2] = {0, 3};
  MPI_Type_create_subarray(2, sz, sub, st, MPI_ORDER_C, MPI_DOUBLE, &t);
  MPI_Type_commit(&t);
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
