// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Win_detach:21, MPI_Put:25
// why: The memory is detached while another rank may still put into it.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int block[4] = {0}, data = 6;
  MPI_Aint at = 0;
  MPI_Win w;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (me == 1) {
    MPI_Get_address(block + 1, &at);
    MPI_Win_attach(w, block, sizeof block);
    MPI_Send(&at, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_detach(w, block);
  } else {
    MPI_Recv(&at, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
    MPI_Put(&data, 1, MPI_INT, 1, at, 1, MPI_INT, w);
    MPI_Win_unlock(1, w);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
