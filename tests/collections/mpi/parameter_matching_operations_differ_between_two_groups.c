// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 4
// call: MPI_Allreduce:18
// why: One member of an intercommunicator asks for the maximum, and all others ask for the minimum.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, least = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 9, &both);
  // Rank 3 differs.
  MPI_Allreduce(&rank, &least, 1, MPI_INT, rank == 3 ? MPI_MAX : MPI_MIN, both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return least < 0;
}
