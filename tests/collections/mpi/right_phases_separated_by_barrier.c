// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The barrier keeps second-phase messages out of the first phase because process 0 enters it after its receives.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int phase = 1; phase <= 2; phase++)
    {
        if (my_rank == 0)
        {
            int sum = 0, v;
            for (int k = 1; k < size; k++)
            {
                MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                sum += v;
            }
            if (sum != phase * 2)
                MPI_Abort(MPI_COMM_WORLD, 1);
        }
        else
            MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
