// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A binomial broadcast tree with standard sends.
#include <mpi.h>

static void my_bcast(int* x, MPI_Comm c) {
  int r, n, m = 1;
  MPI_Comm_rank(c, &r);
  MPI_Comm_size(c, &n);
  while (m < n && !(r & m))
    m <<= 1;
  if (r)
    MPI_Recv(x, 1, MPI_INT, r - m, 7, c, MPI_STATUS_IGNORE);
  for (m >>= 1; m > 0; m >>= 1)
    if (r + m < n)
      MPI_Send(x, 1, MPI_INT, r + m, 7, c);
}
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x = rank == 0 ? 321 : 0;
  my_bcast(&x, MPI_COMM_WORLD);
  if (x != 321)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
