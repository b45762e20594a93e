// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A window with info hints; the info object is freed.
#include <mpi.h>

int main(void) {
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Info i;
  MPI_Win w;
  int x = my_rank, g = -1;
  MPI_Info_create(&i);
  MPI_Info_set(i, "same_size", "true");
  MPI_Win_create(&x, sizeof x, sizeof x, i, MPI_COMM_WORLD, &w);
  MPI_Info_free(&i);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - my_rank, 0, w);
  MPI_Get(&g, 1, MPI_INT, 1 - my_rank, 0, 1, MPI_INT, w);
  MPI_Win_unlock(1 - my_rank, w);
  if (g != 1 - my_rank)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
