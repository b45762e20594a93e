// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Communicators of several parents are made, used at once and freed, many more than there could be at a time.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, got;
  MPI_Comm left = MPI_COMM_NULL, right = MPI_COMM_NULL, copy, ring;
  MPI_Group all, part;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, (int[]){0, 1}, &part);
  MPI_Comm_create(MPI_COMM_WORLD, part, &left);
  MPI_Group_free(&part);
  MPI_Group_incl(all, 2, (int[]){1, 2}, &part);
  MPI_Comm_create(MPI_COMM_WORLD, part, &right);
  MPI_Group_free(&part);
  MPI_Group_free(&all);
  for (int i = 0; i < 40; ++i) {
    MPI_Comm parent = i % 2 ? left : right;
    if (parent == MPI_COMM_NULL) continue;
    MPI_Comm_dup(parent, &copy);
    MPI_Comm_rank(copy, &got);
    if (got == 0) MPI_Send(&i, 1, MPI_INT, 1, i, copy);
    if (got == 1) MPI_Recv(&got, 1, MPI_INT, 0, i, copy, MPI_STATUS_IGNORE);
    if (got != 0 && got != i) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&copy);
  }
  for (int i = 0; i < 20; ++i) {
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, i, &got, 1, MPI_INT, (rank + size - 1) % size, i, ring,
                 MPI_STATUS_IGNORE);
    if (got != (rank + size - 1) % size) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&ring);
  }
  if (left != MPI_COMM_NULL) MPI_Comm_free(&left);
  if (right != MPI_COMM_NULL) MPI_Comm_free(&right);
  MPI_Finalize();
  return 0;
}
