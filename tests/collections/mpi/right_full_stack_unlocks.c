// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The push unlocks on both ways out.
#include <mpi.h>

#define CAP 2
struct stack {
  int top;
  int v[CAP];
};
static int push(MPI_Win w, int x) {
  int top, rc = -1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
  MPI_Get(&top, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  MPI_Win_flush(0, w);
  if (top < CAP) {
    MPI_Put(&x, 1, MPI_INT, 0, 1 + top, 1, MPI_INT, w);
    top++;
    MPI_Put(&top, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    rc = 0;
  }
  MPI_Win_unlock(0, w);
  return rc;
}
int main(void) {
  int me;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  struct stack s = {0, {0, 0}};
  MPI_Win w;
  int bad = 0, all = 0;
  MPI_Win_create(&s, sizeof s, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  for (int k = 0; k < 2; k++)
    if (me > 0)
      bad += push(w, me) != 0;
  MPI_Reduce(&bad, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0 && all != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
