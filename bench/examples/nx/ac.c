/* ac.c: asynchronous communication, without a schedule. A node posts all receives, sends all in an order of its own,
 * and waits for all.
 *
 * After: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 3, fig. 1.
 *
 *   switchyard-cc ac.c -o ac
 *   switchyard run --program ./ac --machine ipsc860 --nodes 32 -- 25 512 1      # percent of the pairs, bytes, seed */
#include "nx.h"

#include "../pattern.h"

#define DATA 1

static int me, n, percent, bytes;

/* Writes the destinations of this node to `order`, in random order, and returns their number. */
static int shuffled_destinations(int* order) {
  int i, count = 0;
  for (i = 0; i < n; ++i) {
    if (wanted(me, i, percent)) order[count++] = i;
  }
  for (i = count - 1; i > 0; --i) {
    int other = rand() % (i + 1), node = order[i];
    order[i] = order[other];
    order[other] = node;
  }
  return count;
}

int main(int argc, char** argv) {
  int i, sends, *order;
  char **in, **out;
  long *receiving, *sending, info[8];
  (void)argc;
  me = (int)mynode();
  n = (int)numnodes();
  percent = number_in(argv, 1, 25);
  bytes = number_in(argv, 2, 256);
  srand((unsigned)(1000 * number_in(argv, 3, 1) + me));
  order = (int*)new_block(n * (int)sizeof(int));
  in = (char**)new_block(n * (int)sizeof(char*));
  out = (char**)new_block(n * (int)sizeof(char*));
  receiving = (long*)new_block(n * (int)sizeof(long));
  sending = (long*)new_block(n * (int)sizeof(long));

  for (i = 0; i < n; ++i) {
    if (!wanted(i, me, percent)) continue;
    in[i] = new_block(bytes);
    receiving[i] = irecvx(DATA, in[i], bytes, i, -1, info);
  }
  sends = shuffled_destinations(order);
  for (i = 0; i < sends; ++i) {
    out[i] = new_block(bytes);
    fill(out[i], bytes, me, order[i]);
    sending[i] = isend(DATA, out[i], bytes, order[i], 0);
  }
  for (i = 0; i < n; ++i) {
    if (!wanted(i, me, percent)) continue;
    msgwait(receiving[i]);
    check(in[i], bytes, i, me);
  }
  for (i = 0; i < sends; ++i) msgwait(sending[i]);
  if (me == 0) printf("all messages have come\n");
  return 0;
}
