// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A program's first thread has 8 MiB for its local variables on most systems; these take up to 4 MiB.
#include <mpi.h>

#define COUNT 524288

static int
sum_from_peer(int rank)
{
  int in[COUNT], sum = 0;
  MPI_Recv(in, COUNT, MPI_INT, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < COUNT; ++i)
    sum += in[i];
  return sum;
}

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int out[COUNT];
    for (int i = 0; i < COUNT; ++i)
      out[i] = 1;
    MPI_Send(out, COUNT, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else if (rank == 1 && sum_from_peer(0) != COUNT) {
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
