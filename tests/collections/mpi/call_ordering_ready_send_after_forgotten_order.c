// verdict: wrong
// class: call_ordering
// also: none
// nodes: 5
// call: MPI_Rsend:40
// why: Rank 3 may answer before it has heard that rank 2 has posted its receive; then rank 1 may send in ready mode too early.
#include <mpi.h>

static int rank;

/* Returns which of two senders comes first. */
static int first_sender(int tag) {
  int first, second;
  MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  second = 0;
  return first;
}
static void say(int to, int tag, int value) {
  MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}
static int hear(int from, int tag) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return value;
}
static void ask_rank_zero(int rounds) {
  for (int r = 0; r < rounds; ++r) {
    say(0, r, rank);
    hear(0, 300 + r);
  }
  say(0, 100, rank);
  hear(0, 108);
  say(0, 104, rank);
}
static void send_in_mode_of_rank_zero(void) {
  int value = 5;
  if (hear(0, 107))
    // Whether the receive is posted is not known if rank 3 did not wait for rank 2.
    MPI_Rsend(&value, 1, MPI_INT, 2, 200, MPI_COMM_WORLD);
  else
    MPI_Send(&value, 1, MPI_INT, 2, 200, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  enum { kRounds = 7 };
  int value;
  MPI_Request posted;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int r = 0; r < kRounds; ++r) {
      first_sender(r);
      say(1, 300 + r, 0);
      say(4, 300 + r, 0);
    }
    say(3, 101, first_sender(100) == 4);
    hear(3, 106);
    say(1, 108, 0);
    say(4, 108, 0);
    say(1, 107, first_sender(104) == 4);
  } else if (rank == 2) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 200, MPI_COMM_WORLD, &posted);
    say(3, 102, 0);
    MPI_Wait(&posted, MPI_STATUS_IGNORE);
  } else if (rank == 3) {
    if (hear(0, 101)) {
      say(0, 106, 0);
      hear(2, 102);
    } else {
      hear(2, 102);
      say(0, 106, 0);
    }
  } else {
    ask_rank_zero(kRounds);
    if (rank == 1) send_in_mode_of_rank_zero();
  }
  MPI_Finalize();
  return 0;
}
