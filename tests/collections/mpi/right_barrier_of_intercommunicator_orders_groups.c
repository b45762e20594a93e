// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Only ranks of the other group send to rank 0, and these leave the barrier after rank 0 has entered it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int side = rank / 2;
  MPI_Comm half, both;
  MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side == 0 ? 2 : 0, 5, &both);
  for (int phase = 1; phase <= 2; ++phase) {
    if (side == 1) MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0, came; rank == 0 && i < 2; ++i) {
      MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Request barrier;
    MPI_Ibarrier(both, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
