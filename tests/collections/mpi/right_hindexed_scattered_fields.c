// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Fields at absolute addresses are sent with MPI_BOTTOM and an hindexed type.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    double t0 = my_rank ? 0 : 1.5, t1[3] = {0};
    int bl[2] = {1, 2};
    MPI_Aint ad[2];
    MPI_Datatype t;
    if (!my_rank)
    {
        t1[0] = 7;
        t1[1] = 8;
        t1[2] = 9;
    }
    MPI_Get_address(&t0, &ad[0]);
    MPI_Get_address(&t1[1], &ad[1]);
    MPI_Type_create_hindexed(2, bl, ad, MPI_DOUBLE, &t);
    MPI_Type_commit(&t);
    MPI_Bcast(MPI_BOTTOM, 1, t, 0, MPI_COMM_WORLD);
    MPI_Type_free(&t);
    if (t0 != 1.5 || t1[2] != 9 || (my_rank && t1[0] != 0))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
