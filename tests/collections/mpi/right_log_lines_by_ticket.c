// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Workers draw a log position by fetch-and-add and write there.
#include <string.h>
#include <mpi.h>

struct log {
  int next;
  int line[4];
};
int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  struct log *l;
  int one = 1, pos;
  MPI_Win w;
  MPI_Win_allocate(sizeof *l, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &l, &w);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, myid, 0, w);
  memset(l, 0, sizeof *l);
  MPI_Win_unlock(myid, w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Fetch_and_op(&one, &pos, MPI_INT, 0, 0, MPI_SUM, w);
  MPI_Win_flush(0, w);
  MPI_Put(&myid, 1, MPI_INT, 0, 1 + pos, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (myid == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    int s = 0;
    for (int i = 0; i < 4; i++)
      s += l->line[i];
    int n = l->next;
    MPI_Win_unlock(0, w);
    if (s != 6 || n != 4)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
