// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A server answers whoever asked; every client gets the answer to its own question.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int myid, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  if (myid == 0) {
    for (int k = 1; k < nprocs; k++) {
      int x;
      MPI_Status st;
      MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st);
      x = x * x;
      MPI_Send(&x, 1, MPI_INT, st.MPI_SOURCE, 1, MPI_COMM_WORLD);
    }
  } else {
    int x = myid + 1;
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (x != (myid + 1) * (myid + 1))
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
