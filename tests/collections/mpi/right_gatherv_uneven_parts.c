// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Uneven parts gathered with counts that equal what each process sends.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = rank + 1, part[4];
  for (int i = 0; i < n; i++)
    part[i] = rank;
  int cnt[4], dis[4], all[10];
  for (int p = 0, d = 0; p < size; p++) {
    cnt[p] = p + 1;
    dis[p] = d;
    d += cnt[p];
  }
  MPI_Gatherv(part, n, MPI_INT, all, cnt, dis, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    for (int p = 0; p < size; p++)
      if (all[dis[p]] != p || all[dis[p] + p] != p)
        MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
