// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Butterfly summation with buffered sends and a sufficient buffer.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int my_rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int s = my_rank + 1, o, ps;
  void* p0;
  int sz;
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &ps);
  sz = 4 * (ps + MPI_BSEND_OVERHEAD);
  char* pool = malloc(sz);
  MPI_Buffer_attach(pool, sz);
  for (int bit = 1; bit < size; bit <<= 1) {
    int p = my_rank ^ bit;
    MPI_Bsend(&s, 1, MPI_INT, p, bit, MPI_COMM_WORLD);
    MPI_Recv(&o, 1, MPI_INT, p, bit, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    s += o;
  }
  MPI_Buffer_detach(&p0, &sz);
  free(pool);
  if (s != 10)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
