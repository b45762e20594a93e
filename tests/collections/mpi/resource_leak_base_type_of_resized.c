// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Type_vector:13
// why: Only the resized type is freed, the type it was made from is not.
#include <mpi.h>

int main(void) {
  MPI_Init(NULL, NULL);
  MPI_Datatype v, c;
  int m[4] = {0};
  MPI_Type_vector(2, 1, 2, MPI_INT, &v);
  MPI_Type_create_resized(v, 0, sizeof(int), &c);
  MPI_Type_commit(&c);
  MPI_Bcast(m, 2, c, 0, MPI_COMM_WORLD);
  MPI_Type_free(&c);
  MPI_Finalize();
  return 0;
}
