// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The data are received from the process whose length was taken.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv)
{
    int myid, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (myid == 0) {
        long grand = 0;
        for (int k = 1; k < size; k++) {
            int n;
            long* b;
            MPI_Status st;
            MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &st);
            b = malloc(n * sizeof *b);
            MPI_Recv(b, n, MPI_LONG, st.MPI_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < n; i++)
                grand += b[i];
            free(b);
        }
        if (grand != 3 * 1 + 7 * 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        int n = myid == 1 ? 3 : 7;
        long v[7];
        for (int i = 0; i < n; i++)
            v[i] = myid;
        MPI_Send(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(v, n, MPI_LONG, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
