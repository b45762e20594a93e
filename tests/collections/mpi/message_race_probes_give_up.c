// verdict: wrong
// class: message_race
// also: call_ordering, deadlock
// nodes: 2
// call: MPI_Iprobe:17
// why: A message that arrives after the last of a fixed number of probes is never received.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, flag, v = 1;
  MPI_Status st;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int i = 0; i < 2 * size; i++) {
      MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &st);
      if (flag) MPI_Recv(&v, 1, MPI_INT, st.MPI_SOURCE, 0, MPI_COMM_WORLD, &st);
    }
  } else
    MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
