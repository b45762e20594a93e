/* random_orders SEED: a random program, the same on all ranks, of rounds in which messages come in any order. Ranks
   fold what they get into values, some of which depend on the order and some of which forget it. In the end a rank
   waits for a message that never comes if its values are in a set that the seed draws. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, LATE = 16 };

static int rank, size;
static unsigned state;          /* of the generator of the program, the same on all ranks */
static int in_global, *in_heap; /* places of values, beside a local one */
static int late_buffers[LATE], late_count;
static MPI_Request late_requests[LATE];
static MPI_Comm comms[2];

static int draw(int below) {
  state = state * 1664525U + 1013904223U;
  return (int)((state >> 16) % (unsigned)below);
}

static int fold(int how, int value, int got, int from, int place) {
  switch (how) {
    case 0:
      return value + got; /* forgets the order */
    case 1:
      return (value * 3 + got) % 1009; /* remembers it */
    case 2:
      return got; /* remembers the last one */
    case 3:
      return place == 0 ? value ^ (got + from) : value; /* remembers the first one */
    case 4:
      return value > got ? value : got; /* forgets it */
    default:
      return from == 1 && place == 0 ? value | 64 : value; /* whether rank 1 was the first one */
  }
}

/* Receives a message from each other rank, in one of several ways. */
static int fan_in(int way, int how, int tag, MPI_Comm comm, int value) {
  int got[MOST], i, count = size - 1, place = 0, is_done;
  MPI_Request requests[MOST];
  MPI_Status status, statuses[MOST];
  int places[MOST], done;
  if (way == 0 || way == 1) {
    for (i = 0; i < count; ++i) {
      const int any_tag = way == 1 ? MPI_ANY_TAG : tag;
      MPI_Recv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, any_tag, comm, &status);
      value = fold(how, value, got[0], status.MPI_SOURCE, i);
    }
    got[0] = 0;
    return value;
  }
  if (way == 2) {
    for (i = 0; i < count; ++i) {
      MPI_Probe(MPI_ANY_SOURCE, tag, comm, &status);
      MPI_Recv(&got[0], 1, MPI_INT, status.MPI_SOURCE, tag, comm, MPI_STATUS_IGNORE);
      value = fold(how, value, got[0], status.MPI_SOURCE, i);
    }
    got[0] = 0;
    return value;
  }
  for (i = 0; i < count; ++i)
    MPI_Irecv(&got[i], 1, MPI_INT, way == 5 ? (rank + 1 + i) % size : MPI_ANY_SOURCE, tag, comm, &requests[i]);
  if (way == 3) {
    MPI_Waitall(count, requests, statuses);
    for (i = 0; i < count; ++i) value = fold(how, value, got[i], statuses[i].MPI_SOURCE, i);
  } else if (way == 4 || way == 5) {
    for (i = 0; i < count; ++i) {
      MPI_Waitany(count, requests, &done, &status);
      value = fold(how, value, got[done], status.MPI_SOURCE, i);
    }
  } else if (way == 6) {
    while (place < count) {
      MPI_Waitsome(count, requests, &done, places, statuses);
      for (i = 0; i < done; ++i) value = fold(how, value, got[places[i]], statuses[i].MPI_SOURCE, place++);
    }
  } else {
    MPI_Testany(count, requests, &done, &is_done, &status);
    if (is_done) value = fold(how, value, got[done], status.MPI_SOURCE, place++);
    for (; place < count; ++place) {
      MPI_Waitany(count, requests, &done, &status);
      value = fold(how, value, got[done], status.MPI_SOURCE, place);
    }
  }
  for (i = 0; i < MOST; ++i) got[i] = places[i] = 0;
  memset(statuses, 0, sizeof statuses);
  memset(&status, 0, sizeof status);
  return value;
}

static int load(int place, int local) { return place == 0 ? local : place == 1 ? in_global : *in_heap; }
static void store(int place, int value, volatile int* local) {
  if (place == 0) *local = value;
  if (place == 1) in_global = value;
  if (place == 2) {
    free(in_heap);
    in_heap = malloc(sizeof *in_heap);
    *in_heap = value;
  }
}

static void round_of_program(int number, volatile int* local) {
  const int kind = draw(8), root = draw(size), way = draw(8), how = draw(6), place = draw(3), sent = draw(3);
  const int meets = draw(3), which = draw(2);
  MPI_Comm comm = comms[which];
  const int tag = 10 + number;
  int value = load(place, *local), other = 0, i;
  if (kind < 5) { /* all send to one */
    if (rank == root) {
      value = fan_in(way, how, tag, comm, value);
      store(place, value, local);
    } else {
      int message = sent == 0 ? 1 : sent == 1 ? rank : value + rank;
      if (kind == 4)
        MPI_Ssend(&message, 1, MPI_INT, root, tag, comm);
      else
        MPI_Send(&message, 1, MPI_INT, root, tag, comm);
    }
    /* What the root makes of it goes to another rank: at once, or to a receive that stays open. */
    if (kind == 2) {
      const int heir = (root + 1) % size;
      if (rank == root) MPI_Send(&value, 1, MPI_INT, heir, 500 + number, MPI_COMM_WORLD);
      if (rank == heir && which == 0) {
        MPI_Recv(&other, 1, MPI_INT, root, 500 + number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        store(place, (load(place, *local) + other) % 1009, local);
      } else if (rank == heir) {
        MPI_Irecv(&late_buffers[late_count], 1, MPI_INT, root, 500 + number, MPI_COMM_WORLD,
                  &late_requests[late_count]);
        ++late_count;
      }
    }
  } else if (kind == 5) { /* all ranks know it then */
    MPI_Bcast(&value, 1, MPI_INT, root, comm);
    store(place, value % 7, local);
  } else if (kind == 6) {
    MPI_Allreduce(&value, &other, 1, MPI_INT, MPI_MAX, comm);
    store(place, other, local);
  } else { /* two ranks send to all others, which take them in any order */
    for (i = 0; i < size; ++i) {
      if (rank == root && i != rank) MPI_Send(&number, 1, MPI_INT, i, tag, comm);
      if (rank == (root + 1) % size && i != rank && i != root) MPI_Send(&value, 1, MPI_INT, i, tag, comm);
    }
    for (i = 0; rank != root && i < (rank == (root + 1) % size ? 1 : 2); ++i) {
      MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, tag, comm, MPI_STATUS_IGNORE);
      value = fold(how, value, other, 0, i);
    }
    if (rank != root && rank != (root + 1) % size) store(place, value, local);
  }
  if (meets == 1) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  volatile int local = 0;
  int rounds, i, value, modulus, wrong, never = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  state = (unsigned)atoi(argv[1]) * 2654435761U + 1U;
  comms[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
  in_heap = calloc(1, sizeof *in_heap);
  rounds = 2 + draw(3);
  for (i = 0; i < rounds; ++i) round_of_program(i, &local);
  MPI_Waitall(late_count, late_requests, MPI_STATUSES_IGNORE);
  value = local + 3 * in_global + 7 * *in_heap;
  for (i = 0; i < late_count; ++i) value = value * 5 + late_buffers[i];
  modulus = 2 + draw(40);
  wrong = draw(modulus);
  if (value % modulus == wrong && draw(3) > 0)
    MPI_Recv(&never, 1, MPI_INT, (rank + 1) % size, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comms[1]);
  free(in_heap);
  MPI_Finalize();
  return 0;
}
