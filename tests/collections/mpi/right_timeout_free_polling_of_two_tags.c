// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A process polls two kinds of messages; each is received with the tag found by the probe.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int data = 0, ctl = 0;
    while (data + ctl < 5) {
      int f;
      MPI_Status st;
      int v;
      MPI_Iprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &f, &st);
      if (!f)
        continue;
      MPI_Recv(&v, 1, MPI_INT, 1, st.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (st.MPI_TAG == 1)
        data++;
      else
        ctl++;
    }
    if (data != 3 || ctl != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else
    for (int i = 0; i < 5; i++)
      MPI_Send(&i, 1, MPI_INT, 0, 1 + i % 2, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
