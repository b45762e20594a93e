// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Only elements in the gaps of the strided type are changed while the send is pending.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int a[6] = { 0, 1, 2, 3, 4, 5 };
  MPI_Datatype ev;
  MPI_Request r;
  MPI_Type_vector(3, 1, 2, MPI_INT, &ev);
  MPI_Type_commit(&ev);
  if (myid == 0) {
    MPI_Isend(a, 1, ev, 1, 0, MPI_COMM_WORLD, &r);
    a[1] = a[3] = a[5] = -1;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    int b[3];
    MPI_Recv(b, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (b[0] != 0 || b[1] != 2 || b[2] != 4)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Type_free(&ev);
  MPI_Finalize();
  return 0;
}
