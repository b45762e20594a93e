// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Sendrecv:29
// why: In the odd phase process 0 pairs itself with process 1 although that one works with process 2.
#include <mpi.h>

static int
partner(int myid, int size, int phase)
{
  int p = ((phase + myid) % 2 == 0) ? myid + 1 : myid - 1;
  if (p < 0)
    p = 1;
  if (p >= size)
    p = size - 2;
  return p;
}
int
main(int argc, char** argv)
{
  int myid, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int key = size - myid;
  for (int phase = 0; phase < size; phase++) {
    int p = partner(myid, size, phase), other;
    MPI_Sendrecv(&key,
                 1,
                 MPI_INT,
                 p,
                 phase,
                 &other,
                 1,
                 MPI_INT,
                 p,
                 phase,
                 MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if ((myid < p) == (other < key))
      key = other;
  }
  if (key != myid + 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
