// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Keys are distributed to buckets by MPI_Alltoallv with exchanged counts and sorted locally.
#include <mpi.h>
#include <stdlib.h>

#define K 8
static int
cmp (const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}
int
main (int argc, char **argv)
{
  int rank, nprocs;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &nprocs);
  int key[K], sc[4] = { 0 }, rc[4], sd[4], rd[4], out[K], pos[4];
  for (int i = 0; i < K; i++)
    {
      key[i] = (rank * 37 + i * 29) % 100;
      sc[key[i] / 25]++;
    }
  MPI_Alltoall (sc, 1, MPI_INT, rc, 1, MPI_INT, MPI_COMM_WORLD);
  for (int p = 0, a = 0, b = 0; p < nprocs; p++)
    {
      sd[p] = pos[p] = a;
      rd[p] = b;
      a += sc[p];
      b += rc[p];
    }
  for (int i = 0; i < K; i++)
    out[pos[key[i] / 25]++] = key[i];
  int n = rd[3] + rc[3], *mine = malloc ((n ? n : 1) * sizeof *mine), tot = 0;
  MPI_Alltoallv (out, sc, sd, MPI_INT, mine, rc, rd, MPI_INT, MPI_COMM_WORLD);
  qsort (mine, n, sizeof *mine, cmp);
  for (int i = 0; i < n; i++)
    if (mine[i] / 25 != rank || (i && mine[i] < mine[i - 1]))
      MPI_Abort (MPI_COMM_WORLD, 1);
  free (mine);
  MPI_Allreduce (&n, &tot, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (tot != 4 * K)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
