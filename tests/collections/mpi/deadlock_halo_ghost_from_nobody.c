// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Waitall:28
// why: Edge processes also post a receive for the missing neighbour (wrapped) which does not send, so their MPI_Waitall cannot finish.
#include <mpi.h>

#define N 8
int main(int argc, char** argv)
{
    int my_rank, world;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    double u[N + 2];
    MPI_Request q[4];
    int n = 0;
    for (int i = 0; i < N + 2; i++)
        u[i] = my_rank;
    int lo = (my_rank + world - 1) % world, hi = (my_rank + 1) % world;
    MPI_Irecv(&u[0], 1, MPI_DOUBLE, lo, 1, MPI_COMM_WORLD, &q[n++]);
    MPI_Irecv(&u[N + 1], 1, MPI_DOUBLE, hi, 2, MPI_COMM_WORLD, &q[n++]);
    if (my_rank > 0)
        MPI_Isend(&u[1], 1, MPI_DOUBLE, lo, 2, MPI_COMM_WORLD, &q[n++]);
    if (my_rank < world - 1)
        MPI_Isend(&u[N], 1, MPI_DOUBLE, hi, 1, MPI_COMM_WORLD, &q[n++]);
    MPI_Waitall(n, q, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
