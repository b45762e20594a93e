// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Isend:22
// why: The loop variable itself is the buffer of the pending sends and is incremented by the loop.
#include <mpi.h>
#include <stdio.h>

int
main (void)
{
  int rank, nprocs;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &nprocs);
  MPI_Request q[2];
  if (rank == 0)
    {
      int w;
      for (w = 1; w < nprocs; w++)
        MPI_Isend (&w, 1, MPI_INT, w, 0, MPI_COMM_WORLD, &q[w - 1]);
      MPI_Waitall (nprocs - 1, q, MPI_STATUSES_IGNORE);
    }
  else
    {
      int me;
      MPI_Recv (&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf ("%d\n", me);
    }
  MPI_Finalize ();
  return 0;
}
