// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The tag carries the task index, so the order of arrival is irrelevant.
#include <mpi.h>

static int f(int n) {
  return n * n + 1;
}
int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int res[9], r;
  if (me == 0) {
    for (int t = 0; t < 9; t++) {
      MPI_Status st;
      MPI_Recv(&r, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
      res[st.MPI_TAG] = r;
    }
    for (int t = 0; t < 9; t++)
      if (res[t] != f(t))
        MPI_Abort(MPI_COMM_WORLD, 1);
  } else
    for (int t = me - 1; t < 9; t += size - 1) {
      r = f(t);
      MPI_Send(&r, 1, MPI_INT, 0, t, MPI_COMM_WORLD);
    }
  MPI_Finalize();
  return 0;
}
