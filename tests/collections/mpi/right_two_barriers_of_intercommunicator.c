// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A rank leaves the second barrier only after the other group has left the first one, which all ranks have entered.
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
    if (rank != 0) {
      MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
      for (int i = 0; i < 3; ++i) {
        int came;
        MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
      }
    }
    MPI_Barrier(both);
    MPI_Barrier(both);
  }
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
