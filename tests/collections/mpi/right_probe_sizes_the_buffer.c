// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receiver probes, allocates as much as the message holds, and receives that same message.
#include <stdlib.h>
#include <string.h>
#include <mpi.h>

int main(void)
{
    int self;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    char text[] = "payload of unknown length";
    if (self == 1)
        MPI_Send(text, (int)sizeof text, MPI_CHAR, 0, 101, MPI_COMM_WORLD);
    else {
        MPI_Status st;
        int n;
        MPI_Probe(1, 101, MPI_COMM_WORLD, &st);
        MPI_Get_count(&st, MPI_CHAR, &n);
        char* b = malloc(n);
        MPI_Recv(b, n, MPI_CHAR, st.MPI_SOURCE, st.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (strcmp(b, text))
            MPI_Abort(MPI_COMM_WORLD, 1);
        free(b);
    }
    MPI_Finalize();
    return 0;
}
