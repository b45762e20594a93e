// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each rank takes its requests in any order, which no other rank notices.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, size, values[3] = {0}, done = 0, count = 0, indices[4];
  MPI_Request requests[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; i++) {
    if (i == rank) continue;
    MPI_Irecv(&values[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[count++]);
    MPI_Isend(&rank, 1, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[count++]);
  }
  while (done < count) {
    int some;
    MPI_Waitsome(count, requests, &some, indices, MPI_STATUSES_IGNORE);
    done += some;
  }
  for (int i = 0; i < size; i++)
    if (i != rank && values[i] != i) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
