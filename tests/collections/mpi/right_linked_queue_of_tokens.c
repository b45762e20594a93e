// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The token carries a visiting list that grows; the last holder returns it to process 0.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int my_rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int list[4] = { 0 }, n = 1;
  MPI_Status st;
  if (my_rank == 0) {
    MPI_Send(list, n, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(list, 4, MPI_INT, size - 1, 0, MPI_COMM_WORLD, &st);
    MPI_Get_count(&st, MPI_INT, &n);
    if (n != size || list[2] != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Recv(list, 4, MPI_INT, my_rank - 1, 0, MPI_COMM_WORLD, &st);
    MPI_Get_count(&st, MPI_INT, &n);
    list[n++] = my_rank;
    MPI_Send(list, n, MPI_INT, (my_rank + 1) % size, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
