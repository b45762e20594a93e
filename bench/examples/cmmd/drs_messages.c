/* drs_messages.c: distributed random scheduling over plain messages. A node picks one of its destinations at random,
 * and asks it for its lock. It sends if the lock is free, and else tries another node. Nodes answer when they poll.
 *
 * After: S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic" (1995),
 * sec. 5, fig. 4 and 5. The program drs.c uses active messages, as the paper does.
 *
 *   switchyard-cc drs_messages.c -o drs_messages
 *   switchyard run --program ./drs_messages --machine cm5 --nodes 32 -- 25 512 1   # percent of the pairs, bytes, seed
 */
#include <cmmd.h>

#include "../pattern.h"

#define NOBODY (-1)

enum { ASK = 1, ANSWER, DATA };

static int me, n, percent, bytes;
static int holder = NOBODY; /* the node that holds the lock of this node */
static int missing, refusals;
static char** in;
static unsigned drawn;

/* A random number from 0 to bound - 1, the same on every host. */
static int random_below(int bound) {
  drawn = 1664525u * drawn + 1013904223u;
  return (int)((drawn >> 16) % (unsigned)bound);
}

static void answer_one(void) {
  char granted = holder == NOBODY;
  int asker = CMMD_msg_sender();
  CMMD_receive_block(asker, ASK, NULL, 0);
  if (granted) holder = asker;
  CMMD_send_noblock(asker, ANSWER, &granted, 1);
}

static void serve(void) {
  if (CMMD_msg_pending(CMMD_ANY_NODE, ASK)) answer_one();
  if (holder == NOBODY || holder == me || !CMMD_msg_pending(holder, DATA)) return;
  CMMD_receive_block(holder, DATA, in[holder], bytes);
  holder = NOBODY;
  --missing;
}

/* Asks a node for its lock. True if the lock was free: this node may then send to it. */
static int ask(int node) {
  char granted;
  CMMD_send_noblock(node, ASK, NULL, 0);
  while (!CMMD_msg_pending(node, ANSWER)) serve();
  CMMD_receive_block(node, ANSWER, &granted, 1);
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
    int which = random_below(count), rest, sent;
    while (holder != NOBODY) serve();
    holder = me;
    sent = ask(pending[which]);
    if (sent) {
      fill(out, bytes, me, pending[which]);
      CMMD_send_noblock(pending[which], DATA, out, bytes);
      pending[which] = pending[--count];
    }
    holder = NOBODY;
    for (rest = sent ? 0 : random_below(12); rest > 0; --rest) serve(); /* so that not all refuse each other for ever */
  }
}

int main(int argc, char** argv) {
  int i;
  (void)argc;
  me = CMMD_self_address();
  n = CMMD_partition_size();
  percent = number_in(argv, 1, 25);
  bytes = number_in(argv, 2, 256);
  drawn = (unsigned)(1000 * number_in(argv, 3, 1) + me);
  in = (char**)new_block(n * (int)sizeof(char*));
  for (i = 0; i < n; ++i) {
    if (!wanted(i, me, percent)) continue;
    in[i] = new_block(bytes);
    ++missing;
  }
  send_all();
  while (missing > 0) serve();
  CMMD_sync_with_nodes();
  for (i = 0; i < n; ++i) {
    if (wanted(i, me, percent)) check(in[i], bytes, i, me);
  }
  if (me == 0) printf("all messages have come; node 0 was refused %d times\n", refusals);
  return 0;
}
