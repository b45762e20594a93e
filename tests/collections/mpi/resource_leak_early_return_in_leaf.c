// verdict: wrong
// class: resource_leak
// also: none
// nodes: 3
// call: MPI_Type_create_struct:26
// why: Process 2 returns early without freeing the struct type.
#include <stddef.h>
#include <mpi.h>

struct p
{
  int id;
  float x;
};
int
main(int argc, char** argv)
{
  int rank;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype t, ty[2] = { MPI_INT, MPI_FLOAT };
  int bl[2] = { 1, 1 };
  MPI_Aint d[2] = { offsetof(struct p, id), offsetof(struct p, x) };
  struct p one = { rank, 1.f };
  MPI_Type_create_struct(2, bl, d, ty, &t);
  MPI_Type_commit(&t);
  MPI_Bcast(&one, 1, t, 0, MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Finalize();
    return 0;
  }
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
