// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Barrier:15, MPI_Recv:19
// why: Process 1 waits for the go-ahead before entering the barrier while process 0 sends the go-ahead only after the barrier.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int go = 0;
  if (my_rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    go = 1;
    MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
