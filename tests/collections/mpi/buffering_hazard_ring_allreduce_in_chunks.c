// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 3
// call: MPI_Send:20
// why: The ring allreduce sends its chunk in standard mode before receiving, in every process.
#include <mpi.h>

#define CH 2
int main(void) {
  int rank, world;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int v[3 * CH], in[CH], r = (rank + 1) % world, l = (rank + world - 1) % world;
  for (int i = 0; i < 3 * CH; i++)
    v[i] = rank + i;
  for (int s = 0; s < world - 1; s++) {
    int out = (rank - s + 2 * world) % world, inn = (rank - s - 1 + 2 * world) % world;
    MPI_Send(v + out * CH, CH, MPI_INT, r, s, MPI_COMM_WORLD);
    MPI_Recv(in, CH, MPI_INT, l, s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < CH; i++)
      v[inn * CH + i] += in[i];
  }
  if (v[((rank + 1) % world) * CH] < 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
