// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Wildcard receives whose values are placed by the source in the status.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank, world;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    if (rank == 0) {
        int v, r[3] = { 0 };
        MPI_Status st;
        for (int k = 1; k < world; k++) {
            MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st);
            r[st.MPI_SOURCE] = v;
        }
        if (r[1] != 10 || r[2] != 20)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        int v = 10 * rank;
        MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
