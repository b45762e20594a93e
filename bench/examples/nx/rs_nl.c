/* rs_nl.c: a randomised schedule without node and link contention. All nodes make the same schedule, phase by phase:
 * rows in a random order; pairs that exchange first; a message joins if both nodes and all links of its route are free.
 * In each phase a node sends once its partner is ready.
 *
 * After: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 5, fig. 4.
 *
 *   switchyard-cc rs_nl.c -o rs_nl
 *   switchyard run --program ./rs_nl --machine ipsc860 --nodes 32 -- 25 512 1   # percent of the pairs, bytes, seed
 * The fourth argument 1 prints the schedule. */
#include "nx.h"

#include "../pattern.h"

#define READY 2
#define DATA 1000000001 /* a message type of the protocol FORCED: its receive is posted before */
#define NOBODY (-1)

static int me, n, dimensions, percent, bytes;
static char *left, *taken; /* messages not yet scheduled, by sender and receiver; links in use, by node and dimension */
static int *to, *from, *row; /* receiver and sender of each node in the phase; random order of rows */

/* Returns 1 if all links of the e-cube route (lowest dimension first) are free; with `take`, marks them as in use. */
static int route(int i, int j, int take) {
  int at = i, d;
  for (d = 0; d < dimensions; ++d) {
    if (((at ^ j) >> d & 1) == 0) continue;
    if (take)
      taken[at * dimensions + d] = 1;
    else if (taken[at * dimensions + d])
      return 0;
    at ^= 1 << d;
  }
  return 1;
}

static int fits(int i, int j) { return left[i * n + j] && to[i] == NOBODY && from[j] == NOBODY && route(i, j, 0); }

static void take(int i, int j) {
  left[i * n + j] = 0;
  to[i] = j;
  from[j] = i;
  route(i, j, 1);
}

/* Makes the next phase of the schedule, and returns the number of its messages. */
static int next_phase(void) {
  int count = 0, i, k, pass;
  memset(taken, 0, (size_t)(n * dimensions));
  for (i = 0; i < n; ++i) to[i] = from[i] = NOBODY;
  for (i = n - 1; i > 0; --i) {
    int other = (int)(rand() % (i + 1)), kept = row[i];
    row[i] = row[other];
    row[other] = kept;
  }
  for (pass = 0; pass < 2; ++pass) { /* pass 0 takes exchanges, pass 1 all other messages */
    for (i = 0; i < n; ++i) {
      int sender = row[i], first = rand() % n;
      for (k = 0; k < n && to[sender] == NOBODY; ++k) {
        int receiver = (first + k) % n;
        if (!fits(sender, receiver)) continue;
        if (pass == 0 && !fits(receiver, sender)) continue;
        take(sender, receiver);
        ++count;
        if (pass != 0) continue;
        take(receiver, sender);
        ++count;
      }
    }
  }
  return count;
}

int main(int argc, char** argv) {
  char *out, *in;
  int i, j, prints, total = 0, messages = 0, phase;
  long info[8];
  (void)argc;
  me = (int)mynode();
  n = (int)numnodes();
  dimensions = (int)nodedim();
  percent = number_in(argv, 1, 25);
  bytes = number_in(argv, 2, 256);
  srand((unsigned)number_in(argv, 3, 1));
  prints = me == 0 && number_in(argv, 4, 0) != 0;
  left = new_block(n * n);
  taken = new_block(n * dimensions);
  to = (int*)new_block(n * (int)sizeof(int));
  from = (int*)new_block(n * (int)sizeof(int));
  row = (int*)new_block(n * (int)sizeof(int));
  out = new_block(bytes);
  in = new_block(bytes);
  for (i = 0; i < n; ++i) {
    row[i] = i;
    for (j = 0; j < n; ++j) total += left[i * n + j] = (char)wanted(i, j, percent);
  }
  for (phase = 0; total > 0; ++phase) {
    long ready = 0, data = 0, send = 0;
    total -= next_phase();
    for (i = 0; i < n && prints; ++i) {
      if (to[i] != NOBODY) printf("%d %d %d\n", phase, i, to[i]);
    }
    if (to[me] != NOBODY) ready = irecvx(READY, NULL, 0, to[me], -1, info);
    if (from[me] != NOBODY) {
      data = irecvx(DATA, in, bytes, from[me], -1, info);
      csend(READY, NULL, 0, from[me], 0);
    }
    if (to[me] != NOBODY) {
      msgwait(ready);
      fill(out, bytes, me, to[me]);
      send = isend(DATA, out, bytes, to[me], 0);
      msgwait(send);
    }
    if (from[me] != NOBODY) {
      msgwait(data);
      check(in, bytes, from[me], me);
      ++messages;
    }
  }
  if (me == 0) printf("%d phases, %d messages of %d bytes to node 0\n", phase, messages, bytes);
  return 0;
}
