// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A star topology with MPI_Graph_create; leaves talk to the hub.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  MPI_Comm g;
  int index[4] = {3, 4, 5, 6}, edges[6] = {1, 2, 3, 0, 0, 0}, n, nb[3], v = myid, s = 0;
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &g);
  MPI_Graph_neighbors_count(g, myid, &n);
  MPI_Graph_neighbors(g, myid, 3, nb);
  if (n != (myid ? 1 : 3))
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int k = 0; k < n; k++) {
    int in;
    MPI_Sendrecv(&v, 1, MPI_INT, nb[k], 0, &in, 1, MPI_INT, nb[k], 0, g, MPI_STATUS_IGNORE);
    s += in;
  }
  if (s != (myid ? 0 : 6))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&g);
  MPI_Finalize();
  return 0;
}
