// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Group_incl:17
// why: The rank list of MPI_Group_incl names rank 1 twice.
#include <mpi.h>

int main(void)
{
    int me;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Group all, g;
    int list[3] = { 0, 1, 1 };
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 3, list, &g);
    MPI_Group_free(&g);
    MPI_Group_free(&all);
    if (me < 0)
        return 1;
    MPI_Finalize();
    return 0;
}
