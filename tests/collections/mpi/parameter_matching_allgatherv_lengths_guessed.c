// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 3
// call: MPI_Allgatherv:20
// why: Each process assumes all others contribute as many elements as itself.
#include <mpi.h>

int main(void)
{
    int myid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int n = myid + 1, mine[3] = {myid, myid, myid}, all[9], cnt[3], dis[3];
    for (int p = 0; p < 3; p++)
    {
        cnt[p] = n;
        dis[p] = p * n;
    }
    MPI_Allgatherv(mine, n, MPI_INT, all, cnt, dis, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
