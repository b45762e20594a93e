// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Win_lock:20, MPI_Win_lock:16
// why: One process says by MPI_MODE_NOCHECK that nobody else can have the lock, yet another one asks for it.
#include <mpi.h>

int main(int argc, char** argv) {
  int id, slots[2] = {0, 0}, v = 1;
  MPI_Win table;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &id);
  MPI_Win_create(slots, sizeof slots, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table);
  if (id == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, table);
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, table);
    MPI_Win_unlock(0, table);
  } else if (id == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, table);
    MPI_Put(&v, 1, MPI_INT, 0, 1, 1, MPI_INT, table);
    MPI_Win_unlock(0, table);
  }
  MPI_Win_free(&table);
  MPI_Finalize();
  return 0;
}
