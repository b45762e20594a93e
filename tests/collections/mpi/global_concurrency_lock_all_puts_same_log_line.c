// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 4
// call: MPI_Put:24
// why: Workers 2 and 3 put their records to the same log position in a lock_all epoch.
#include <mpi.h>

struct line
{
  int who, what;
};
int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct line log[4] = { { 0, 0 } }, mine = { rank, rank * 2 };
  MPI_Win w;
  MPI_Win_create(log, sizeof log, sizeof(struct line), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock_all(0, w);
  if (rank > 0)
    MPI_Put(&mine, 2, MPI_INT, 0, rank / 2, 2, MPI_INT, w);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
