// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A contiguous origin and a strided target type with the same signature.
#include <mpi.h>

int main(int argc, char **argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    int buf[8] = {0}, src[4] = {1, 2, 3, 4};
    MPI_Win w;
    MPI_Datatype s;
    MPI_Type_vector(4, 1, 2, MPI_INT, &s);
    MPI_Type_commit(&s);
    MPI_Win_create(buf, sizeof buf, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (self == 0)
        MPI_Put(src, 4, MPI_INT, 1, 0, 1, s, w);
    MPI_Win_fence(0, w);
    if (self == 1 && (buf[6] != 4 || buf[1]))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Type_free(&s);
    MPI_Finalize();
    return 0;
}
