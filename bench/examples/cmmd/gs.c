/* gs.c: greedy scheduling of an irregular pattern. In each iteration every node that is free takes the first free node
 * for which it still has a message. If the other node also has a message for it, the two nodes exchange.
 *
 * After: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on the
 * CM-5" (1992), sec. 4.4, fig. 12.
 *
 *   switchyard-cc gs.c -o gs
 *   switchyard run --program ./gs --machine cm5 --nodes 32 -- 25 512      # percent of the pairs, bytes of a message */
#include <cmmd.h>

#include "../pattern.h"

static int me, n, bytes;
static char *left, *taken; /* left[n * i + j]: node i still has to send to node j; taken[i]: node i has a partner */

static void send_to(int node) {
  char* out = new_block(bytes);
  fill(out, bytes, me, node);
  CMMD_send_block(node, CMMD_DEFAULT_TAG, out, bytes);
  free(out);
}

static void receive_from(int node) {
  char* in = new_block(bytes);
  CMMD_receive_block(node, CMMD_DEFAULT_TAG, in, bytes);
  check(in, bytes, node, me);
  free(in);
}

/* Sends to and receives from another node. When two nodes exchange, the node with the lower number receives first. */
static void deal_with(int other, int sends, int receives) {
  if (receives && me < other) receive_from(other);
  if (sends) send_to(other);
  if (receives && me > other) receive_from(other);
}

/* All nodes compute the same pairs; each node carries out the pairs of which it is a member. */
static void pair(int i, int j) {
  int there = left[n * i + j], back = left[n * j + i];
  taken[i] = taken[j] = 1;
  left[n * i + j] = left[n * j + i] = 0;
  if (me == i) deal_with(j, there, back);
  if (me == j) deal_with(i, back, there);
}

static int iteration(void) {
  int i, j, pairs = 0;
  memset(taken, 0, (size_t)n);
  for (i = 0; i < n; ++i) {
    for (j = 0; j < n && !taken[i]; ++j) {
      if (!left[n * i + j] || taken[j]) continue;
      pair(i, j);
      ++pairs;
    }
  }
  return pairs;
}

int main(int argc, char** argv) {
  int percent = number_in(argv, 1, 25), i, j, iterations = 0;
  (void)argc;
  me = CMMD_self_address();
  n = CMMD_partition_size();
  bytes = number_in(argv, 2, 256);
  left = new_block(n * n);
  taken = new_block(n);
  for (i = 0; i < n; ++i) {
    for (j = 0; j < n; ++j) left[n * i + j] = (char)wanted(i, j, percent);
  }
  while (iteration() > 0) ++iterations;
  if (me == 0) printf("%d iterations\n", iterations);
  return 0;
}
