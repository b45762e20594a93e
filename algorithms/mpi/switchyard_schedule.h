/* switchyard_schedule.h: schedules for the messages of an exchange, for programs in C and C++. It needs no MPI;
 * programs that use MPI include switchyard_mpi.h instead, which carries the schedules out.
 *
 * Every function may be called by any thread. The same arguments give the same schedule in every process. */
#ifndef SWITCHYARD_SCHEDULE_H
#define SWITCHYARD_SCHEDULE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One message of an exchange. Ranks count from 0, and no rank sends to itself. */
struct switchyard_message {
  int source;
  int destination;
  unsigned long long bytes;
};

/* When a rank sends, and what it waits for. The names in brackets are those of Wang and Ranka 1994, sec. 6. */
enum switchyard_pace {
  SWITCHYARD_AT_ONCE,     /* posts all receives, then all sends in their order, and waits at the end (S2) */
  SWITCHYARD_HANDSHAKES,  /* in each step posts its receive and signals the source; sends once it is signalled (S1) */
  SWITCHYARD_BLOCKING,    /* one message after another; of two ranks that exchange, the lower receives first */
  SWITCHYARD_IN_TURN,     /* posts all receives; sends one message after another, and waits at the end */
  SWITCHYARD_SYNCHRONISED /* as SWITCHYARD_IN_TURN, with a barrier before the first send */
};

/* What one rank does in one step: the rank that it sends to and the rank that it receives from; -1 for no rank. */
struct switchyard_step {
  int to;
  int from;
};

struct switchyard_schedule; /* a schedule of all ranks */

/* Makes a schedule by one of the schedulers of `switchyard list algorithms`, such as "rs_nl". A scheduler that avoids
 * link contention assumes a crossbar, where messages share no links, unless the name ends in a machine, as in
 * "rs_nl@torus": one of `switchyard list machines`, or a machine file, with `ranks` nodes.
 *
 * No message may be empty, and no two may have the same source and destination. Returns a null pointer if the schedule
 * cannot be made; `error` then holds the reason in one line, cut to `error_size`. */
struct switchyard_schedule* switchyard_schedule_make(const char* name, int ranks,
                                                     const struct switchyard_message* messages, size_t message_count,
                                                     char* error, size_t error_size);
void switchyard_schedule_free(struct switchyard_schedule* schedule);

enum switchyard_pace switchyard_schedule_pace(const struct switchyard_schedule* schedule);
/* Returns how many steps a rank has, and lets `steps` point to the first; they last as long as the schedule. */
size_t switchyard_schedule_steps(const struct switchyard_schedule* schedule, int rank,
                                 const struct switchyard_step** steps);

/* Returns the name of the scheduler with this number, from 0 on, or a null pointer behind the last one. */
const char* switchyard_schedule_name(int number);
/* As switchyard_schedule_name(), for the schedulers among which "auto" chooses: their schedules are made quickly, and
 * each of them is the best for some messages. */
const char* switchyard_schedule_candidate(int number);

#ifdef __cplusplus
}
#endif
#endif
