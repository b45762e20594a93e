// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The function combines as many values as it is called for, each of which is a structure of two numbers.
#include <mpi.h>

struct pair {
  double sum;
  char most;
};

static void combine(void* in, void* inout, int* length, MPI_Datatype* type) {
  const struct pair* from = in;
  struct pair* into = inout;
  for (int i = 0; i < *length; ++i) {
    struct pair both = {from[i].sum + into[i].sum, from[i].most > into[i].most ? from[i].most : into[i].most};
    into[i] = both;
  }
}

int main(int argc, char** argv) {
  int rank, lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, sizeof(double)};
  MPI_Datatype parts[2] = {MPI_DOUBLE, MPI_CHAR}, type;
  struct pair values[5], results[5];
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 5; ++i) values[i].sum = i, values[i].most = rank;
  MPI_Type_create_struct(2, lengths, places, parts, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(combine, 1, &op);
  MPI_Allreduce(values, results, 5, type, op, MPI_COMM_WORLD);
  if (results[4].sum != 12 || results[4].most != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Scan(values, results, 1, type, op, MPI_COMM_WORLD);
  if (results[0].most != rank) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Op_free(&op);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
