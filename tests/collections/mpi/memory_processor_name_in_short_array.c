// verdict: wrong
// class: memory
// also: none
// nodes: 1
// call: MPI_Get_processor_name:14
// why: The array must have room for MPI_MAX_PROCESSOR_NAME characters, however short the name is.
#include <mpi.h>

int main(int argc, char **argv)
{
    char name[16];
    int length;
    MPI_Init(&argc, &argv);
    MPI_Get_processor_name(name, &length);
    MPI_Finalize();
    return length == 0;
}
