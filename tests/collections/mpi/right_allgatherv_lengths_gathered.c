// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The lengths are gathered first.
#include <mpi.h>

int main(int argc, char **argv) {
  int self;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int n = self + 1, mine[3] = {self, self, self}, all[6], cnt[3], dis[3];
  MPI_Allgather(&n, 1, MPI_INT, cnt, 1, MPI_INT, MPI_COMM_WORLD);
  dis[0] = 0;
  for (int p = 1; p < 3; p++)
    dis[p] = dis[p - 1] + cnt[p - 1];
  MPI_Allgatherv(mine, n, MPI_INT, all, cnt, dis, MPI_INT, MPI_COMM_WORLD);
  if (all[0] != 0 || all[2] != 1 || all[5] != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
