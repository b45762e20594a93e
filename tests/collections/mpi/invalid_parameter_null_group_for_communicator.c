// verdict: wrong
// class: invalid_parameter
// also: call_ordering
// nodes: 3
// call: MPI_Comm_create:26
// why: The group lookup fails and MPI_GROUP_NULL is passed to MPI_Comm_create.
#include <mpi.h>

static MPI_Group pick(MPI_Group all, const char* name)
{
    MPI_Group g = MPI_GROUP_NULL;
    int first = 0;
    if (name[0] == 'm')
        MPI_Group_incl(all, 1, &first, &g);
    return g;
}
int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Group all, g;
    MPI_Comm c;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    g = pick(all, "workers");
    MPI_Comm_create(MPI_COMM_WORLD, g, &c);
    if (c != MPI_COMM_NULL)
        MPI_Comm_free(&c);
    if (g != MPI_GROUP_NULL && myid >= 0)
        MPI_Group_free(&g);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
