// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The master has a communicator with each worker in turn, and broadcasts as much as the worker takes.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, values[2] = {7, 8}, other = 0;
  MPI_Group world, pair;
  MPI_Comm comm, copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int worker = 1; worker <= 2; ++worker) {
    if (rank != 0 && rank != worker) continue;
    const int members[2] = {0, worker};
    MPI_Group_incl(world, 2, members, &pair);
    MPI_Comm_create_group(MPI_COMM_WORLD, pair, 0, &comm);
    for (int i = 0; rank == 1 && i < 20; ++i)
      MPI_Sendrecv(&rank, 1, MPI_INT, 3, 0, &other, 1, MPI_INT, 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(values, worker, MPI_INT, 0, comm);
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_free(&comm);
    MPI_Bcast(values, worker, MPI_INT, 0, copy);
    MPI_Comm_free(&copy);
    MPI_Group_free(&pair);
  }
  for (int i = 0; rank == 3 && i < 20; ++i)
    MPI_Sendrecv(&rank, 1, MPI_INT, 1, 0, &other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
