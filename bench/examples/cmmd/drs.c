/* drs.c: distributed random scheduling over active messages. A node picks one of its destinations at random, and asks
 * it for its lock. It sends if the lock is free, and otherwise tries another node. A sender holds its own lock, too.
 *
 * After: S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic" (1995),
 * sec. 5, fig. 4 and 5.
 *
 *   switchyard-cc drs.c -o drs
 *   switchyard run --program ./drs --machine cm5 --nodes 32 -- 25 512 1      # percent of the pairs, bytes, seed */
#include <cmmd.h>

#include "../pattern.h"

#define NOBODY (-1)

static int me, n, percent, bytes;
static volatile int holder = NOBODY; /* the node that holds the lock of this node */
static volatile int answered, granted, refusals;
static volatile int known, missing; /* destinations with a known segment; messages still to come */
static int* segment_at;             /* by destination: its segment for the message of this node */

static void take_segment(int destination, int segment) {
  segment_at[destination] = segment;
  ++known;
}

static void take_answer(int was_free) {
  granted = was_free;
  answered = 1;
}

static void answer(int asker) {
  int was_free = holder == NOBODY;
  if (was_free) holder = asker;
  CMAM_reply_4(asker, take_answer, was_free, 0, 0, 0);
}

/* Called when the whole message of the node that holds the lock has arrived. */
static void note_arrival(void* info, void* memory) {
  (void)info;
  (void)memory;
  holder = NOBODY;
  --missing;
}

/* Asks a node for its lock. True if the lock was free: this node may then send to it. */
static int inquire(int node) {
  answered = 0;
  CMAM_4(node, answer, me, 0, 0, 0);
  CMAML_poll_while_lt(&answered, 1);
  if (!granted) ++refusals;
  return granted;
}

static void send_all(void) {
  int *pending = (int*)new_block(n * (int)sizeof(int)), count = 0, node;
  char* out = new_block(bytes);
  for (node = 0; node < n; ++node) {
    if (wanted(me, node, percent)) pending[count++] = node;
  }
  while (count > 0) {
    int which = rand() % count, rest, sent;
    while (holder != NOBODY) CMAM_poll();
    holder = me;
    sent = inquire(pending[which]);
    if (sent) {
      fill(out, bytes, me, pending[which]);
      CMAM_xfer(pending[which], segment_at[pending[which]], out, bytes);
      pending[which] = pending[--count];
    }
    holder = NOBODY;
    for (rest = sent ? 0 : rand() % 12; rest > 0; --rest) CMAM_poll(); /* so that not all refuse each other for ever */
  }
}

int main(int argc, char** argv) {
  char** in;
  int i, to = 0, from = 0;
  (void)argc;
  me = CMMD_self_address();
  n = CMMD_partition_size();
  percent = number_in(argv, 1, 25);
  bytes = number_in(argv, 2, 256);
  srand((unsigned)(1000 * number_in(argv, 3, 1) + me));
  in = (char**)new_block(n * (int)sizeof(char*));
  segment_at = (int*)new_block(n * (int)sizeof(int));

  CMMD_sync_with_nodes();
  for (i = 0; i < n; ++i) {
    to += wanted(me, i, percent);
    if (!wanted(i, me, percent)) continue;
    in[i] = new_block(bytes);
    CMAM_4(i, take_segment, me, CMAM_open_segment(in[i], bytes, note_arrival, NULL), 0, 0);
    ++from;
  }
  missing += from; /* some messages may have arrived already */
  CMAML_poll_while_lt(&known, to);
  send_all();
  while (missing > 0) CMAM_poll();
  CMMD_sync_with_nodes();

  for (i = 0; i < n; ++i) {
    if (wanted(i, me, percent)) check(in[i], bytes, i, me);
  }
  refusals = CMMD_reduce_int(refusals, CMMD_combiner_add);
  if (me == 0) printf("all messages have come, after %d refusals\n", refusals);
  return 0;
}
