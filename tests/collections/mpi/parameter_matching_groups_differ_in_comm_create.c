// verdict: wrong
// class: parameter_matching
// also: deadlock
// nodes: 3
// call: MPI_Comm_create:20
// why: The two members pass different groups to MPI_Comm_create.
#include <mpi.h>

int main(int argc, char **argv)
{
    int self;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Group all, g;
    MPI_Comm c;
    int a[2] = {0, 1}, b[2] = {1, 0};
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, self == 1 ? b : a, &g);
    MPI_Comm_create(MPI_COMM_WORLD, g, &c);
    if (c != MPI_COMM_NULL)
        MPI_Comm_free(&c);
    MPI_Group_free(&g);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
