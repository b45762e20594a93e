// verdict: wrong
// class: message_race
// also: deadlock
// nodes: 3
// call: MPI_Recv:15
// why: If only the second broadcast synchronises, process 0 may overtake process 1 and then wait for process 2.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value, first, second, one = 1, two = 2, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  value = rank;
  if (rank == 1) MPI_Ssend(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  if (rank == 2) MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Ssend(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Recv(&token, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 2) {
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (first == 1) MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Bcast(&two, 1, MPI_INT, 2, MPI_COMM_WORLD);
  if (rank == 2 && first == 0) MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
