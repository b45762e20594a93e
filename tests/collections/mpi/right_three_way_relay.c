// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The same three roles, started by the coordinator's command.
#include <mpi.h>

static void
coordinator (void)
{
  int plan = 0, cmd = 4;
  MPI_Send (&cmd, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
  MPI_Recv (&plan, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (plan != 9)
    MPI_Abort (MPI_COMM_WORLD, 1);
}
static void
planner (void)
{
  int data;
  MPI_Recv (&data, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  data++;
  MPI_Send (&data, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
}
static void
sensor (void)
{
  int cmd;
  MPI_Recv (&cmd, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  cmd *= 2;
  MPI_Send (&cmd, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
}
int
main (void)
{
  int rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  switch (rank)
    {
    case 0:
      coordinator ();
      break;
    case 1:
      planner ();
      break;
    default:
      sensor ();
    }
  MPI_Finalize ();
  return 0;
}
