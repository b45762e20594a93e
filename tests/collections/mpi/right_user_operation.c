// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A commutative user operation (gcd), created and freed.
#include <mpi.h>

static void gcd(void* in, void* io, int* n, MPI_Datatype* t)
{
    int *a = in, *b = io;
    (void)t;
    for (int i = 0; i < *n; i++) {
        int x = a[i], y = b[i];
        while (y) {
            int z = x % y;
            x = y;
            y = z;
        }
        b[i] = x;
    }
}
int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Op op;
    int a = 12 * (myid + 1), b = 0;
    MPI_Op_create(gcd, 1, &op);
    MPI_Allreduce(&a, &b, 1, MPI_INT, op, MPI_COMM_WORLD);
    if (b != 12)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
