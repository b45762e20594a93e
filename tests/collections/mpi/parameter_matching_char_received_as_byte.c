// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Send:16, MPI_Recv:18
// why: MPI_BYTE matches only MPI_BYTE, yet MPI_CHAR data is received as bytes.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    char s[6] = "hello";
    if (me == 0)
        MPI_Send(s, 6, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(s, 6, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
