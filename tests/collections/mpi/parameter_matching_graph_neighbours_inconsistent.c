// verdict: wrong
// class: parameter_matching
// also: deadlock
// nodes: 3
// call: MPI_Dist_graph_create_adjacent:17, MPI_Neighbor_allgather:19
// why: Process 0 lists process 1 as a source but process 1 does not list 0 as a destination.
#include <mpi.h>

int main(void)
{
    int self;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm g;
    int wt[1] = { 1 }, left = (self + 2) % 3, right = (self + 1) % 3, x = self, y;
    int src = self == 0 ? right : left;
    MPI_Dist_graph_create_adjacent(
        MPI_COMM_WORLD, 1, &src, wt, 1, &right, wt, MPI_INFO_NULL, 0, &g);
    MPI_Neighbor_allgather(&x, 1, MPI_INT, &y, 1, MPI_INT, g);
    MPI_Comm_free(&g);
    MPI_Finalize();
    return 0;
}
