// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: All that is unpacked was packed: by MPI_Pack in several calls, in a received message, or in memory that was copied.
#include <mpi.h>
#include <string.h>

static void check(int holds) {
  if (!holds) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  int rank, place = 0, values[3] = {1, 2, 3};
  char buffer[64] = {0}, copied[64] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Pack(values, 1, MPI_INT, buffer, 64, &place, MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(buffer, place, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
  MPI_Pack(values + 1, 2, MPI_INT, buffer, 64, &place, MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(buffer, place, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
  memcpy(copied, buffer, 64);
  place = 0;
  MPI_Unpack(buffer, 64, &place, values, 3, MPI_INT, MPI_COMM_WORLD);
  if (rank == 1) {
    place = 0;
    MPI_Recv(buffer, 64, MPI_PACKED, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Unpack(buffer, 64, &place, values, 1, MPI_INT, MPI_COMM_WORLD);
    memcpy(buffer, copied, 64);
    place = 0;
    MPI_Unpack(buffer, 64, &place, values, 3, MPI_INT, MPI_COMM_WORLD);
    place = 0;
    MPI_Irecv(buffer, 64, MPI_PACKED, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Unpack(buffer, 64, &place, values, 3, MPI_INT, MPI_COMM_WORLD);
    check(values[2] == 3);
  }
  place = 0;
  if (rank == 1) MPI_Pack(values, 3, MPI_INT, buffer, 64, &place, MPI_COMM_WORLD);
  MPI_Bcast(buffer, 64, MPI_PACKED, 1, MPI_COMM_WORLD);
  place = 0;
  MPI_Unpack(buffer, 64, &place, values, 3, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
