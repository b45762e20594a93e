/* Small MPI programs, one for each name on the command line: right ones, and wrong ones of each class. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, size;

static void send_int(int value, int to, int tag) { MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD); }
static int receive_int(int from, int tag) {
  int value = -1;
  MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return value;
}

/* All send to rank 0, which adds up what comes. */
static void fan_in(void) {
  int sum = 0, i;
  if (rank > 0) {
    send_int(rank, 0, 0);
    return;
  }
  for (i = 1; i < size; ++i) sum += receive_int(MPI_ANY_SOURCE, 0);
  printf("%d\n", sum);
}
/* The same, where the result depends on who comes first. */
static void digits(void) {
  int number = 0, i;
  if (rank > 0) {
    send_int(rank, 0, 0);
    return;
  }
  for (i = 1; i < size; ++i) number = 10 * number + receive_int(MPI_ANY_SOURCE, 0);
  printf("%d\n", number);
}
/* The first receive may take the message that the second one waits for. */
static void stolen(void) {
  if (rank == 0) {
    receive_int(MPI_ANY_SOURCE, 0);
    receive_int(2, 0);
  } else if (rank < 3) {
    send_int(rank, 0, 0);
  }
}
/* If only the first send is buffered, rank 2 may get the messages in another order, and then sends first. */
static void first_send_alone_buffered(void) {
  if (rank == 0) {
    send_int(0, 2, 0);
    send_int(0, 1, 1);
  } else if (rank == 1) {
    receive_int(0, 1);
    send_int(1, 2, 0);
    send_int(1, 2, 1);
    receive_int(2, 1);
  } else if (rank == 2) {
    const int first = receive_int(MPI_ANY_SOURCE, 0);
    receive_int(MPI_ANY_SOURCE, 0);
    if (first == 0) receive_int(1, 1);
    send_int(2, 1, 1);
    if (first != 0) receive_int(1, 1);
  }
}
static void ring_of_receives(void) {
  receive_int((rank + 1) % size, 0);
  send_int(rank, (rank + size - 1) % size, 0);
}
static void ring_of_sends(void) {
  send_int(rank, (rank + 1) % size, 0);
  receive_int((rank + size - 1) % size, 0);
}
static void mended_ring(void) {
  int mine = rank, theirs;
  MPI_Sendrecv(&mine, 1, MPI_INT, (rank + 1) % size, 0, &theirs, 1, MPI_INT, (rank + size - 1) % size, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
/* Rank 0 waits for two requests, one of which has no partner. */
static void request_without_partner(void) {
  MPI_Request requests[2];
  int theirs;
  if (rank == 1) receive_int(0, 0);
  if (rank != 0) return;
  MPI_Irecv(&theirs, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}
/* The receive after the probe may take the message that the probe has not found, and has no room for it. */
static void taken_after_probe(void) {
  int values[8] = {0}, count, i;
  MPI_Status status;
  if (rank > 0) MPI_Send(values, rank, MPI_INT, 0, 0, MPI_COMM_WORLD);
  for (i = 1; rank == 0 && i < size; ++i) {
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Recv(values, count, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
  }
}
static void missing_receive(void) {
  if (rank == 0) send_int(1, 1, 0);
}
/* Right only where a broadcast lets its root go on. */
static void send_behind_broadcast(void) {
  int value = 1;
  if (rank == 1) receive_int(0, 0);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0) send_int(1, 1, 0);
}
static void missing_barrier(void) {
  if (rank > 0) MPI_Barrier(MPI_COMM_WORLD);
}
static void stencil(void) {
  double a[102] = {0}, b[102] = {0};
  const int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int step, i;
  a[50] = rank;
  for (step = 0; step < 1000; ++step) {
    MPI_Request requests[4];
    MPI_Irecv(&a[0], 1, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&a[101], 1, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&a[1], 1, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&a[100], 1, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (i = 1; i < 101; ++i) b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
    for (i = 1; i < 101; ++i) a[i] = b[i];
  }
}
/* What it sends depends on bytes that differ from run to run. */
static void not_deterministic(void) {
  unsigned long value = 0;
  FILE* const file = fopen("/dev/urandom", "r");
  if (file == NULL || fread(&value, sizeof value, 1, file) != 1) exit(1);
  fclose(file);
  printf("%lu\n", value);
}
/* What comes depends on random numbers, which depend on the date. */
static void random_choice(void) {
  srand((unsigned)time(NULL));
  if (rand() % 2 == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}
static void random_values(void) {
  int sum = 0, value;
  srand((unsigned)time(NULL) + (unsigned)rank);
  value = rand() % 1000;
  MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", sum);
}
/* Rank 0 probes very often for a message that never comes, and then gives up. */
static void gives_up_late(void) {
  int found = 0, i;
  for (i = 0; rank == 0 && !found && i < 100000; ++i) MPI_Iprobe(1, 9, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}
static void endless(void) {
  volatile int goes_on = 1;
  while (goes_on) {
  }
}
/* Rank 2 waits for two others that exchange messages without end. */
static void endless_beside_collective(void) {
  volatile int goes_on = 1;
  while (rank < 2 && goes_on) {
    if (rank == 0) send_int(0, 1, 0);
    receive_int(1 - rank, 0);
    if (rank == 1) send_int(0, 0, 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}
/* The same, but only if the message of rank 2 comes first. */
static void endless_in_another_order(void) {
  int first = 0, i;
  if (rank > 0) send_int(rank, 0, 1);
  for (i = 1; rank == 0 && i < size; ++i) {
    const int value = receive_int(MPI_ANY_SOURCE, 1);
    if (i == 1) first = value;
  }
  MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (first == 2) endless_beside_collective();
}
/* One node has crashed, and the others wait in a barrier for it in vain. */
static void aborted(void) {
  if (rank == 1) abort();
  MPI_Barrier(MPI_COMM_WORLD);
}
static void crash(void) {
  volatile int* volatile nowhere = NULL;
  if (rank == 1) *nowhere = 1;
}
static void exit_code(void) {
  if (rank == 1) exit(7);
}
/* Polls until its message has come. */
static void polls(void) {
  int value = 0, flag = 0;
  MPI_Request request;
  if (rank == 1) send_int(1, 0, 0);
  if (rank != 0) return;
  MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  printf("%d\n", value);
}
/* Tells whether a message has come already. */
static void tests_once(void) {
  int value = 0, flag = 0;
  MPI_Request request;
  if (rank == 1) send_int(1, 0, 0);
  if (rank != 0) return;
  MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  printf("%d\n", flag);
  if (!flag) MPI_Wait(&request, MPI_STATUS_IGNORE);
}
/* Probes for any message, receives it, and prints how long that took. */
static void probes(void) {
  int i, sum = 0;
  MPI_Status status;
  if (rank > 0) send_int(rank, 0, 0);
  for (i = 1; rank == 0 && i < size; ++i) {
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    sum += receive_int(status.MPI_SOURCE, 0);
  }
  if (rank == 0) printf("%d after %f s\n", sum, MPI_Wtime());
}
/* Takes messages while it looks for them, and receives each later. */
static void matched_probes(void) {
  int found = 0, values[16] = {0}, sum = 0;
  MPI_Request requests[16];
  if (rank > 0) send_int(rank, 0, 0);
  while (rank == 0 && found < size - 1) {
    int flag;
    MPI_Message message;
    MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    if (flag) {
      MPI_Imrecv(&values[found], 1, MPI_INT, &message, &requests[found]);
      ++found;
    }
  }
  MPI_Waitall(found, requests, MPI_STATUSES_IGNORE);
  while (found > 0) sum += values[--found];
  if (rank == 0) printf("%d\n", sum);
}
/* The same, by a probe that waits, where the result depends on whose message is first. */
static void first_matched(void) {
  int value = 0, i;
  MPI_Message message;
  if (rank > 0) send_int(rank, 0, 0);
  for (i = 1; rank == 0 && i < size; ++i) {
    MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    if (i == 1 && value == 2) MPI_Abort(MPI_COMM_WORLD, 1);
  }
}
/* The last rank waits in a probe before there is a message. */
static void probe_of_the_last(void) {
  MPI_Status status;
  int i;
  if (rank < size - 1) send_int(rank, size - 1, 0);
  for (i = 0; rank == size - 1 && i < size - 1; ++i) {
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    receive_int(status.MPI_SOURCE, 0);
    send_int(i, status.MPI_SOURCE, 1);
  }
  if (rank < size - 1) receive_int(size - 1, 1);
}
/* A message to oneself is there when it is sent. */
static void own_message(void) {
  MPI_Request request;
  MPI_Isend(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
  MPI_Probe(rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  receive_int(rank, 0);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
/* Does other things until all have come to the barrier. */
static void tested_barrier(void) {
  int done = 0;
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}
/* Hands out tasks to whoever is done, and adds up the results. */
static void master_and_workers(void) {
  int next = 0, done = 0, sum = 0, value;
  MPI_Status status;
  if (rank == 0) {
    for (int worker = 1; worker < size; ++worker) send_int(next++, worker, 0);
    while (done < 4) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      sum += value;
      ++done;
      send_int(next < 4 ? next++ : -1, status.MPI_SOURCE, 0);
    }
    printf("%d\n", sum);
    return;
  }
  for (;;) {
    const int task = receive_int(0, 0);
    if (task < 0) return;
    send_int(task * task, 0, 0);
  }
}
static void wait_any(void) {
  int values[2] = {0, 0}, which, i;
  MPI_Request requests[2];
  if (rank > 0 && rank < 3) send_int(rank, 0, 0);
  if (rank != 0) return;
  for (i = 0; i < 2; ++i) MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
  for (i = 0; i < 2; ++i) MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
  printf("%d\n", values[0] + values[1]);
}

/* All put into cells of their own at rank 0, four times, between fences. */
static void fences(void) {
  int cells[8] = {0}, i;
  MPI_Win window;
  MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (i = 1; i <= 4; ++i) {
    const int value = i * (rank + 1);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
  }
  if (rank == 0) printf("%d %d\n", cells[0], cells[1]);
  MPI_Win_free(&window);
}
/* Rank 0 lets rank 1 put, and waits for it, or tests whether it is done. */
static void let_put(int tests) {
  int cell = 0, done = 0;
  MPI_Win window;
  MPI_Group all, others;
  const int origin = rank == 0 ? 1 : 0;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &origin, &others);
  MPI_Win_create(&cell, sizeof cell, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank == 0) {
    MPI_Win_post(others, 0, window);
    while (tests && !done) MPI_Win_test(window, &done);
    if (!tests) MPI_Win_wait(window);
    printf("%d\n", cell);
  } else {
    const int value = 7;
    MPI_Win_start(others, 0, window);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
  }
  MPI_Win_free(&window);
  MPI_Group_free(&others);
  MPI_Group_free(&all);
}
static void posts(void) { let_put(0); }
static void tested_posts(void) { let_put(1); }
/* Tests for a message while there is a window. */
static void test_beside_window(void) {
  int cell = 0, value = -1, done = 0;
  MPI_Win window;
  MPI_Request request;
  MPI_Win_create(&cell, sizeof cell, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    printf("%d\n", value);
  } else if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
    send_int(rank, 0, 0);
  }
  MPI_Win_free(&window);
}
/* Each takes a ticket, as rank 0 does of its own counter. */
static int take_ticket(void) {
  int counter = 0, one = 1, ticket = -1;
  MPI_Win window;
  MPI_Win_create(&counter, sizeof counter, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, window);
  MPI_Win_unlock(0, window);
  MPI_Win_free(&window);
  return ticket;
}
static void tickets(void) {
  int sum = 0, ticket = take_ticket();
  MPI_Reduce(&ticket, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", sum);
}
static void first_ticket(void) {
  const int ticket = take_ticket();
  if (rank == size - 1 && ticket == 0) MPI_Abort(MPI_COMM_WORLD, 1);
}
static void own_ticket(void) {
  const int ticket = take_ticket();
  if (rank == 0 && ticket == size - 1) MPI_Abort(MPI_COMM_WORLD, 1);
}
/* What rank 0 has in the end is what the last one has put. */
static void last_lock(void) {
  int cell = -1;
  MPI_Win window;
  MPI_Win_create(&cell, sizeof cell, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank > 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", cell);
  MPI_Win_free(&window);
}

static void* nothing(void* argument) { return argument; }
static void thread(void) {
  pthread_t helper;
  pthread_create(&helper, NULL, nothing, NULL);
  pthread_join(helper, NULL);
}

static const struct {
  const char* name;
  void (*run)(void);
} cases[] = {{"fan_in", fan_in},
             {"digits", digits},
             {"stolen", stolen},
             {"first_send_alone_buffered", first_send_alone_buffered},
             {"ring_of_receives", ring_of_receives},
             {"ring_of_sends", ring_of_sends},
             {"mended_ring", mended_ring},
             {"missing_receive", missing_receive},
             {"request_without_partner", request_without_partner},
             {"taken_after_probe", taken_after_probe},
             {"send_behind_broadcast", send_behind_broadcast},
             {"missing_barrier", missing_barrier},
             {"stencil", stencil},
             {"not_deterministic", not_deterministic},
             {"random_choice", random_choice},
             {"random_values", random_values},
             {"gives_up_late", gives_up_late},
             {"endless", endless},
             {"endless_beside_collective", endless_beside_collective},
             {"endless_in_another_order", endless_in_another_order},
             {"crash", crash},
             {"aborted", aborted},
             {"exit_code", exit_code},
             {"polls", polls},
             {"tests_once", tests_once},
             {"probes", probes},
             {"matched_probes", matched_probes},
             {"first_matched", first_matched},
             {"probe_of_the_last", probe_of_the_last},
             {"own_message", own_message},
             {"tested_barrier", tested_barrier},
             {"master_and_workers", master_and_workers},
             {"wait_any", wait_any},
             {"fences", fences},
             {"posts", posts},
             {"tested_posts", tested_posts},
             {"test_beside_window", test_beside_window},
             {"tickets", tickets},
             {"first_ticket", first_ticket},
             {"own_ticket", own_ticket},
             {"last_lock", last_lock},
             {"thread", thread}};

int main(int argc, char** argv) {
  size_t i;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (i = 0; argc > 1 && i < sizeof cases / sizeof *cases; ++i) {
    if (strcmp(cases[i].name, argv[1]) == 0) cases[i].run();
  }
  MPI_Finalize();
  return 0;
}
