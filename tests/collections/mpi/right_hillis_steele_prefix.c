// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Prefix sum with doubling distances; partners beyond the ends are MPI_PROC_NULL.
#include <mpi.h>

int main(void)
{
    int self, world;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    int sum = self + 1;
    for (int d = 1; d < world; d *= 2) {
        int to = self + d < world ? self + d : MPI_PROC_NULL,
            from = self - d >= 0 ? self - d : MPI_PROC_NULL, in = 0;
        MPI_Request q;
        int out = sum;
        MPI_Isend(&out, 1, MPI_INT, to, d, MPI_COMM_WORLD, &q);
        MPI_Recv(&in, 1, MPI_INT, from, d, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
        if (from != MPI_PROC_NULL)
            sum += in;
    }
    if (sum != (self + 1) * (self + 2) / 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
