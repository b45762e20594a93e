// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Horizontal roles go by column, vertical roles by row.
#include <mpi.h>

typedef struct {
  int row, col, my_rank;
} site;
static void exchange(int first, int peer, const double *out, double *in, int tag) {
  if (first) {
    MPI_Ssend(out, 1, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD);
    MPI_Recv(in, 1, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(in, 1, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ssend(out, 1, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD);
  }
}
int main(int argc, char **argv) {
  int my_rank;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  site s = {my_rank / 2, my_rank % 2, my_rank};
  double mine = my_rank, h = 0, v = 0;
  exchange(s.col == 0, s.row * 2 + 1 - s.col, &mine, &h, 1);
  exchange(s.row == 0, (1 - s.row) * 2 + s.col, &mine, &v, 2);
  if (h != (s.my_rank ^ 1) || v != (s.my_rank ^ 2))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
