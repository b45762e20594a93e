// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Ring allreduce: reduce-scatter phase and allgather phase with chunks and MPI_Sendrecv.
#include <mpi.h>

#define CH 2
int
main (int argc, char **argv)
{
  int me, world;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &world);
  int v[3 * CH], in[CH], r = (me + 1) % world, l = (me + world - 1) % world;
  for (int i = 0; i < 3 * CH; i++)
    v[i] = me + i;
  for (int s = 0; s < world - 1; s++)
    {
      int out = (me - s + 2 * world) % world, inn = (me - s - 1 + 2 * world) % world;
      MPI_Sendrecv (v + out * CH, CH, MPI_INT, r, s, in, CH, MPI_INT, l, s, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE);
      for (int i = 0; i < CH; i++)
        v[inn * CH + i] += in[i];
    }
  for (int s = 0; s < world - 1; s++)
    {
      int out = (me + 1 - s + 2 * world) % world, inn = (me - s + 2 * world) % world;
      MPI_Sendrecv (v + out * CH, CH, MPI_INT, r, 9 + s, v + inn * CH, CH, MPI_INT, l, 9 + s,
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  for (int i = 0; i < 3 * CH; i++)
    if (v[i] != 3 + 3 * i)
      MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
