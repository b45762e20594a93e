// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 4
// call: MPI_Neighbor_alltoall:19, MPI_Neighbor_allgather:21
// why: On the ring topology process 1 calls the neighbour all-to-all where the others call the neighbour allgather.
#include <mpi.h>

int main(void)
{
    int self, np;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    MPI_Comm ring;
    int per = 1, out[2] = { self, self }, in[2];
    MPI_Cart_create(MPI_COMM_WORLD, 1, &np, &per, 0, &ring);
    if (self == 1)
        MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
    else
        MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, ring);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
