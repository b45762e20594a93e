// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A directed ring as distributed graph with consistent neighbours.
#include <mpi.h>

int main(void)
{
    int self;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm g;
    int wt[1] = { 1 }, left = (self + 2) % 3, right = (self + 1) % 3, x = self, y = -1;
    MPI_Dist_graph_create_adjacent(
        MPI_COMM_WORLD, 1, &left, wt, 1, &right, wt, MPI_INFO_NULL, 0, &g);
    MPI_Neighbor_allgather(&x, 1, MPI_INT, &y, 1, MPI_INT, g);
    if (y != left)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&g);
    MPI_Finalize();
    return 0;
}
