// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Recv:35
// why: The writer waits for a release from every reader including one that was never granted access.
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
  int x;
  if (!want)
    return;
  MPI_Send (NULL, 0, MPI_INT, 0, REQ, MPI_COMM_WORLD);
  MPI_Recv (&x, 1, MPI_INT, 0, GRANT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send (NULL, 0, MPI_INT, 0, REL, MPI_COMM_WORLD);
}
static void
writer (int readers)
{
  int page = 12;
  for (int r = 1; r <= 2; r++)
    {
      MPI_Recv (NULL, 0, MPI_INT, r, REQ, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send (&page, 1, MPI_INT, r, GRANT, MPI_COMM_WORLD);
    }
  for (int r = 1; r <= readers; r++)
    MPI_Recv (NULL, 0, MPI_INT, r, REL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int
main (void)
{
  int rank, ranks;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (rank == 0)
    writer (ranks - 1);
  else
    reader (rank < 3);
  MPI_Finalize ();
  return 0;
}
