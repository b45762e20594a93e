// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Matched probe with wildcards followed by the matched receive; each message is placed by its true source.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  float sample[5];
  for (int i = 0; i < 5; i++)
    sample[i] = rank + 0.1f * i;
  if (rank != 0)
    MPI_Send (sample, 5, MPI_FLOAT, 0, rank, MPI_COMM_WORLD);
  else
    {
      float all[3][5];
      for (int k = 1; k < size; k++)
        {
          MPI_Message m;
          MPI_Status st;
          int n;
          MPI_Mprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &m, &st);
          MPI_Get_count (&st, MPI_FLOAT, &n);
          if (n != 5 || st.MPI_TAG != st.MPI_SOURCE)
            MPI_Abort (MPI_COMM_WORLD, 1);
          MPI_Mrecv (all[st.MPI_SOURCE], 5, MPI_FLOAT, &m, MPI_STATUS_IGNORE);
        }
      for (int k = 1; k < size; k++)
        if (all[k][0] != (float)k)
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Finalize ();
  return 0;
}
