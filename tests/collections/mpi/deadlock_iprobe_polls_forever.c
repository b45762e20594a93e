// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Iprobe:18
// why: The poll loop waits for a message from process 1 which never sends anything to it.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int flag = 0;
        MPI_Status st;
        while (!flag)
            MPI_Iprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &st);
        char c;
        MPI_Recv(&c, 1, MPI_CHAR, 1, st.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
