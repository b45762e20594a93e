// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each partition is one column of a resized type; its type is freed after the initialization.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int a[4][3], t[3][4];
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Datatype column, step;
      MPI_Type_vector (4, 1, 3, MPI_INT, &column);
      MPI_Type_create_resized (column, 0, sizeof (int), &step);
      MPI_Type_commit (&step);
      MPI_Psend_init (a, 3, 1, step, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Type_free (&column);
      MPI_Type_free (&step);
      MPI_Start (&q);
      for (int j = 0; j < 3; j++)
        {
          for (int i = 0; i < 4; i++)
            a[i][j] = 10 * i + j;
          MPI_Pready (j, q);
        }
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Precv_init (t, 3, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      for (int j = 0; j < 3; j++)
        for (int i = 0; i < 4; i++)
          if (t[j][i] != 10 * i + j)
            MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
