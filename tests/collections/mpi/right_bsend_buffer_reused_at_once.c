// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A buffered send has copied the data on return, so the variable may change at once.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  static char pool[3 * (MPI_BSEND_OVERHEAD + 16)];
  int v = 1, sz;
  void* p;
  if (self == 0) {
    MPI_Buffer_attach(pool, sizeof pool);
    for (v = 1; v <= 3; v++)
      MPI_Bsend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Buffer_detach(&p, &sz);
  } else
    for (int i = 1; i <= 3; i++) {
      MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (v != i)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  MPI_Finalize();
  return 0;
}
