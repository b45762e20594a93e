// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Send:31, MPI_Recv:36
// why: An int-double record is received as two doubles.
#include <stddef.h>
#include <stdio.h>
#include <mpi.h>

typedef struct
{
  int id;
  double w;
} rec;
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Datatype t;
  int bl[2] = { 1, 1 };
  MPI_Aint d[2] = { offsetof (rec, id), offsetof (rec, w) };
  MPI_Datatype ty[2] = { MPI_INT, MPI_DOUBLE };
  MPI_Type_create_struct (2, bl, d, ty, &t);
  MPI_Type_commit (&t);
  if (rank == 0)
    {
      rec r = { 4, 2.5 };
      MPI_Send (&r, 1, t, 1, 0, MPI_COMM_WORLD);
    }
  else
    {
      double x[2] = { 0 };
      MPI_Recv (x, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf ("%g\n", x[1]);
    }
  MPI_Type_free (&t);
  MPI_Finalize ();
  return 0;
}
