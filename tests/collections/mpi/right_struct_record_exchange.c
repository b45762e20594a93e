// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Records travel with one struct type on both sides.
#include <mpi.h>
#include <stddef.h>

typedef struct {
  int id;
  double w;
} rec;
int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Datatype s, t;
  int bl[2] = {1, 1};
  MPI_Aint d[2] = {offsetof(rec, id), offsetof(rec, w)};
  MPI_Datatype ty[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Type_create_struct(2, bl, d, ty, &s);
  MPI_Type_create_resized(s, 0, sizeof(rec), &t);
  MPI_Type_commit(&t);
  MPI_Type_free(&s);
  rec r[2] = {{4, 2.5}, {5, 3.5}};
  if (my_rank == 0)
    MPI_Send(r, 2, t, 1, 0, MPI_COMM_WORLD);
  else {
    rec q[2];
    MPI_Recv(q, 2, t, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (q[1].id != 5 || q[1].w != 3.5)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
