// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 3
// call: MPI_Win_lock:18, MPI_Win_free:42
// why: When the remote stack is full the push returns without unlocking the window.
#include <mpi.h>
#include <stdio.h>

#define CAP 2
struct stack {
    int top;
    int v[CAP];
};
static int push(MPI_Win w, int x)
{
    int top;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    MPI_Get(&top, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
    if (top == CAP)
        return -1;
    MPI_Put(&x, 1, MPI_INT, 0, 1 + top, 1, MPI_INT, w);
    top++;
    MPI_Put(&top, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    return 0;
}
int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct stack s = { 0, { 0, 0 } };
    MPI_Win w;
    int bad = 0;
    MPI_Win_create(&s, sizeof s, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (rank == 1)
        for (int k = 0; k < 3; k++)
            bad += push(w, k) != 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&w);
    if (rank == 1)
        printf("%d refused\n", bad);
    MPI_Finalize();
    return 0;
}
