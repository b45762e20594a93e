// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Irecv:19, MPI_Irecv:20
// why: The two receives overlap in one element because the second half starts at n/2 although the first is n/2+1 long.
#include <mpi.h>

#define LEN 9
int main(int argc, char** argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int all[LEN + 1];
    int n = LEN / 2 + 1;
    if (me == 0) {
        MPI_Request q[2];
        MPI_Irecv(all, n, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[0]);
        MPI_Irecv(all + LEN / 2, n, MPI_INT, 2, 0, MPI_COMM_WORLD, &q[1]);
        MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    } else {
        for (int i = 0; i < n; i++)
            all[i] = me;
        MPI_Send(all, n, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
