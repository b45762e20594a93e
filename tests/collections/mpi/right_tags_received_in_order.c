// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The messages are received in the order in which they are sent.
#include <mpi.h>

int main(void)
{
    int myid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int hdr = 2, body[2] = {3, 4};
    if (myid == 0)
    {
        MPI_Send(&hdr, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(body, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }
    else
    {
        body[0] = 0;
        MPI_Recv(&hdr, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(body, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (hdr != 2 || body[0] != 3)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
