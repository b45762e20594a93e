// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 3
// call: MPI_Gatherv:14
// why: The root expects two elements of each process but process 2 sends three.
#include <mpi.h>

int main(void) {
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int part[3] = {myid, myid, myid}, all[6], cnt[3] = {2, 2, 2}, dis[3] = {0, 2, 4};
  MPI_Gatherv(part, myid == 2 ? 3 : 2, MPI_INT, all, cnt, dis, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
