// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Ssend:20
// why: The last stage forwards its item to process 0, which never receives, by a synchronous send.
#include <mpi.h>

int main(int argc, char **argv)
{
    int myid, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    int item = myid == 0 ? 42 : 0;
    if (myid > 0)
        MPI_Recv(&item, 1, MPI_INT, myid - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    item += 1;
    if (myid == nprocs - 1)
        MPI_Ssend(&item, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Ssend(&item, 1, MPI_INT, myid + 1, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
