// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Ssend:15, MPI_Recv:18
// why: On the 2x2 grid the vertical exchange decides by column parity instead of row parity, so both vertical partners take the same role.
#include <mpi.h>
#include <stdio.h>

typedef struct {
  int row, col, myid;
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
int main(void) {
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  site s = {myid / 2, myid % 2, myid};
  double mine = myid, h, v;
  exchange(s.col == 0, s.row * 2 + 1 - s.col, &mine, &h, 1);
  exchange(s.col == 0, (1 - s.row) * 2 + s.col, &mine, &v, 2);
  if (h + v + mine != 2.0 * s.myid + 3)
    printf("odd sum\n");
  MPI_Finalize();
  return 0;
}
