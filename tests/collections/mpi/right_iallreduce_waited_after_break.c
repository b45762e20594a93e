// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The last reduction is completed after the loop as well.
#include <mpi.h>

int main(void)
{
    int self;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    double r = 1, in, s = 0;
    MPI_Request q = MPI_REQUEST_NULL;
    for (int it = 0; it < 10; it++) {
        MPI_Wait(&q, MPI_STATUS_IGNORE);
        r /= 2;
        in = r + self;
        MPI_Iallreduce(&in, &s, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD, &q);
        if (it == 5)
            break;
    }
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    if (s != r)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
