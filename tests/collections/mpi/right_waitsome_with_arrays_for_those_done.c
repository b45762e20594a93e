// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Two of the four requests are active, so that MPI_Waitsome never stores more than two statuses and places.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, in, out = 7, done = 0, places[2];
    MPI_Request list[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Status statuses[2];
    MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &list[1]);
    MPI_Isend(&out, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &list[3]);
    while (done < 2) {
        int count;
        MPI_Waitsome(4, list, &count, places, statuses);
        done += count;
    }
    MPI_Finalize();
    return 0;
}
