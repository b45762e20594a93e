// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Items and stop come from one sender with any tag: their order is fixed.
#include <mpi.h>

int main(void)
{
    int myid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int v, sum = 0;
    if (myid == 0)
    {
        MPI_Status st;
        for (;;)
        {
            MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
            if (st.MPI_TAG == 9)
                break;
            sum += v;
        }
        if (sum != 6)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    else
    {
        for (int i = 1; i <= 3; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&myid, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
