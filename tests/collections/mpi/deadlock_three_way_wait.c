// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Recv:13, MPI_Recv:20, MPI_Recv:28
// why: Process 0 waits for 1, 1 waits for 2 and 2 waits for 0: a cycle of receives in three different places.
#include <mpi.h>

static void
coordinator(void)
{
  int plan;
  MPI_Recv(&plan, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&plan, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
}
static void
planner(void)
{
  int data;
  MPI_Recv(&data, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  data++;
  MPI_Send(&data, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
}
static void
sensor(void)
{
  int cmd;
  MPI_Recv(&cmd, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  cmd *= 2;
  MPI_Send(&cmd, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
}
int
main(int argc, char** argv)
{
  int my_rank;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  switch (my_rank) {
    case 0:
      coordinator();
      break;
    case 1:
      planner();
      break;
    default:
      sensor();
  }
  MPI_Finalize();
  return 0;
}
