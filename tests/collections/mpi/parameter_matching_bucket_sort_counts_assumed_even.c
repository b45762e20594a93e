// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 4
// call: MPI_Alltoallv:33
// why: The receive counts are assumed to be K/4 for every sender although the bucket sizes depend on the keys.
#include <mpi.h>
#include <stdio.h>

#define K 8
int
main (int argc, char **argv)
{
  int rank, nprocs;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &nprocs);
  int key[K], sc[4] = { 0 }, rc[4], sd[4], rd[4], out[K], pos[4], mine[64];
  for (int i = 0; i < K; i++)
    {
      key[i] = (rank * 10 + i * 3) % 100;
      sc[key[i] / 25]++;
    }
  for (int p = 0, a = 0; p < nprocs; p++)
    {
      sd[p] = pos[p] = a;
      a += sc[p];
      rc[p] = K / nprocs;
      rd[p] = p * (K / nprocs);
    }
  for (int i = 0; i < K; i++)
    out[pos[key[i] / 25]++] = key[i];
  MPI_Alltoallv (out, sc, sd, MPI_INT, mine, rc, rd, MPI_INT, MPI_COMM_WORLD);
  printf ("%d holds %d\n", rank, mine[0]);
  MPI_Finalize ();
  return 0;
}
