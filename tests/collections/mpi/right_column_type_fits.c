// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The column type has as many elements as the array has rows.
#include <mpi.h>
#include <stdlib.h>

int
main (void)
{
  int self;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  double (*m)[3] = malloc (4 * sizeof *m);
  MPI_Datatype col;
  for (int i = 0; i < 12; i++)
    m[i / 3][i % 3] = 0;
  MPI_Type_vector (4, 1, 3, MPI_DOUBLE, &col);
  MPI_Type_commit (&col);
  if (self == 0)
    {
      double c[4] = { 1, 2, 3, 4 };
      MPI_Send (c, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
  else
    {
      MPI_Recv (&m[0][2], 1, col, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (m[3][2] != 4 || m[3][1] != 0)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Type_free (&col);
  free (m);
  MPI_Finalize ();
  return 0;
}
