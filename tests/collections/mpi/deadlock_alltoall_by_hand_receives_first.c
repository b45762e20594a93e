// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Recv:21
// why: Every process first receives from all others in rank order and only then sends, so nobody ever sends.
#include <mpi.h>

int
main (void)
{
  int self, world;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  MPI_Comm_size (MPI_COMM_WORLD, &world);
  int in[3] = { 0, 0, 0 }, out[3];
  for (int p = 0; p < world; p++)
    out[p] = 10 * self + p;
  for (int p = 0; p < world; p++)
    if (p != self)
      MPI_Recv (&in[p], 1, MPI_INT, p, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int p = 0; p < world; p++)
    if (p != self)
      MPI_Send (&out[p], 1, MPI_INT, p, 0, MPI_COMM_WORLD);
  if (in[(self + 1) % world] == 0)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
