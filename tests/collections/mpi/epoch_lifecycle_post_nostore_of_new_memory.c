// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Win_post:24
// why: The owner fills its new window, and says in its first post that it has not stored to it.
#include <mpi.h>

#define N 3
int main(int argc, char **argv)
{
  int rank, zero = 0, got[N] = { 0 }, *shown;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_allocate(rank == 0 ? N * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shown, &win);
  MPI_Group world, owner, readers;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &zero, &owner);
  MPI_Group_excl(world, 1, &zero, &readers);
  if (rank == 0) {
    for (int i = 0; i < N; i++)
      shown[i] = i + 1;
    MPI_Win_post(readers, MPI_MODE_NOSTORE, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(owner, 0, win);
    MPI_Get(got, N, MPI_INT, 0, 0, N, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&owner);
  MPI_Group_free(&readers);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank != 0 && got[N - 1] != N;
}
