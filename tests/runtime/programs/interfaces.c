/* MPI and CMMD in one program: neither gets a message of the other. */
#include <cmmd.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int by_cmmd = 0, by_mpi = 0;
  MPI_Init(&argc, &argv);
  if (CMMD_self_address() == 1) {
    by_cmmd = 1;
    by_mpi = 2;
    CMMD_send_noblock(0, 5, &by_cmmd, sizeof(by_cmmd));
    MPI_Send(&by_mpi, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&by_mpi, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CMMD_receive_block(1, 5, &by_cmmd, sizeof(by_cmmd));
    printf("%d by CMMD, %d by MPI\n", by_cmmd, by_mpi);
  }
  CMMD_sync_with_nodes();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
