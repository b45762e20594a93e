// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The writer waits for releases of granted readers only.
#include <mpi.h>

enum
{
  REQ = 1,
  GRANT = 2,
  REL = 3
};
static void
reader (int want)
{
  int x = 0;
  if (!want)
    return;
  MPI_Send (NULL, 0, MPI_INT, 0, REQ, MPI_COMM_WORLD);
  MPI_Recv (&x, 1, MPI_INT, 0, GRANT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (x != 12)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Send (NULL, 0, MPI_INT, 0, REL, MPI_COMM_WORLD);
}
static void
writer (int granted)
{
  int page = 12;
  for (int r = 1; r <= granted; r++)
    {
      MPI_Recv (NULL, 0, MPI_INT, r, REQ, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send (&page, 1, MPI_INT, r, GRANT, MPI_COMM_WORLD);
    }
  for (int r = 1; r <= granted; r++)
    MPI_Recv (NULL, 0, MPI_INT, MPI_ANY_SOURCE, REL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int
main (int argc, char **argv)
{
  int myid;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  if (myid == 0)
    writer (2);
  else
    reader (myid < 3);
  MPI_Finalize ();
  return 0;
}
