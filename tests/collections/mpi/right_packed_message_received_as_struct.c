// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A packed message is received directly with a datatype of the same signature.
#include <mpi.h>
#include <stddef.h>
struct pair { int n; double x; };
int main(int argc, char **argv) {
  char m[64];
  int rank, at = 0;
  struct pair r = {3, 0.5};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Pack(&r.n, 1, MPI_INT, m, 64, &at, MPI_COMM_WORLD);
    MPI_Pack(&r.x, 1, MPI_DOUBLE, m, 64, &at, MPI_COMM_WORLD);
    MPI_Send(m, at, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Datatype t, types[2] = {MPI_INT, MPI_DOUBLE};
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {offsetof(struct pair, n), offsetof(struct pair, x)};
    MPI_Type_create_struct(2, lengths, places, types, &t);
    MPI_Type_commit(&t);
    MPI_Recv(&r, 1, t, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&t);
  }
  MPI_Finalize();
  return 0;
}
