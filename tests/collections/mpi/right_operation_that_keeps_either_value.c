// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The operation keeps one of its values, and the program takes whichever it gets.
#include <mpi.h>

static void keep_either(void* in, void* in_and_out, int* length, MPI_Datatype* type)
{
}

int main(int argc, char** argv)
{
  int rank, size, kept = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op either;
  MPI_Op_create(keep_either, 1, &either);
  MPI_Allreduce(&rank, &kept, 1, MPI_INT, either, MPI_COMM_WORLD);
  MPI_Op_free(&either);
  if (kept < 0 || kept >= size)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
