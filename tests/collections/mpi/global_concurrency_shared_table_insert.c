// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Get:19, MPI_Put:22
// why: Two processes insert into the same bucket of a remote table without atomic claim.
#include <mpi.h>

#define SLOTS 4
int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int table[SLOTS] = {0}, key = rank * SLOTS + 1, cur = 0;
  MPI_Win w;
  MPI_Win_create(table, sizeof table, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock_all(0, w);
  if (rank > 0) {
    MPI_Get(&cur, 1, MPI_INT, 0, key % SLOTS, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
    if (cur == 0) {
      MPI_Put(&key, 1, MPI_INT, 0, key % SLOTS, 1, MPI_INT, w);
      MPI_Win_flush(0, w);
    }
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
