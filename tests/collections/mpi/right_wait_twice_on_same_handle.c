// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: After completion the handle is MPI_REQUEST_NULL; a second wait returns at once.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int v = myid;
  MPI_Request r;
  MPI_Status st;
  if (myid == 0)
    MPI_Isend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
  else
    MPI_Irecv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (r != MPI_REQUEST_NULL)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Wait(&r, &st);
  if (v != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
