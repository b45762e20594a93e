// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The duplicate is freed after use.
#include <mpi.h>

int main(void) {
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm mine;
  int s = my_rank, t;
  MPI_Comm_dup(MPI_COMM_WORLD, &mine);
  MPI_Allreduce(&s, &t, 1, MPI_INT, MPI_SUM, mine);
  MPI_Comm_free(&mine);
  if (t != 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
