// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: An empty group is a valid argument and gives everybody MPI_COMM_NULL.
#include <mpi.h>

static MPI_Group
pick(MPI_Group all, const char* name)
{
  MPI_Group g;
  int first = 0;
  MPI_Group_incl(all, name[0] == 'm' ? 1 : 0, &first, &g);
  return g;
}
int
main(void)
{
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  MPI_Group all, g;
  MPI_Comm c;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  g = pick(all, "workers");
  MPI_Comm_create(MPI_COMM_WORLD, g, &c);
  if (c != MPI_COMM_NULL || myid < 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (g != MPI_GROUP_EMPTY)
    MPI_Group_free(&g);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
