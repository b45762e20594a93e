// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Bytes go with an etype of any type, a type of MPI_BYTE with any values, and a struct with an etype of its types.
#include <mpi.h>

struct record {
  int key;
  double value;
};

int main(int argc, char** argv) {
  int rank, two[2] = {1, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "typed_views", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, 2 * rank, two, sizeof two, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_set_view(file, 16, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, 8 * rank, two, 2, MPI_INT, MPI_STATUS_IGNORE);

  struct record mine[2] = {{rank, 0.5}, {rank, 1.5}};
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, sizeof(double)};
  const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype pair, record;
  MPI_Type_create_struct(2, lengths, places, types, &pair);
  MPI_Type_create_resized(pair, 0, sizeof(struct record), &record);
  MPI_Type_commit(&record);
  MPI_File_set_view(file, 64, record, record, "native", MPI_INFO_NULL);
  MPI_File_write_at_all(file, 2 * rank, mine, 2, record, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Type_free(&record);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
