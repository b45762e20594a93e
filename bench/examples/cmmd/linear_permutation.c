/* linear_permutation.c: many-to-many communication over active messages. In step k nodes i and i xor k send to each
 * other at the same time; after each step there is a barrier of all nodes.
 *
 * After: S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic" (1995),
 * sec. 4, fig. 3.
 *
 *   switchyard-cc linear_permutation.c -o linear_permutation
 *   switchyard run --program ./linear_permutation --machine cm5 --nodes 32 -- 25 512      # percent of the pairs, bytes
 */
#include <cmmd.h>

#include "../pattern.h"

static volatile int known, missing; /* nodes with a known size of message; messages still to come */
static int* expected;               /* bytes, by source */
static volatile int* arrived;

static void take_size(int from, int bytes) {
  expected[from] = bytes;
  ++known;
}

static void note_arrival(void* from, void* memory) {
  (void)memory;
  *(volatile int*)from = 1;
  --missing;
}

int main(int argc, char** argv) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), i, k;
  int percent = number_in(argv, 1, 25), bytes = number_in(argv, 2, 256), blocks = 0;
  char **in = (char**)new_block(n * (int)sizeof(char*)), *out = new_block(bytes);
  (void)argc;
  expected = (int*)new_block(n * (int)sizeof(int));
  arrived = (volatile int*)new_block(n * (int)sizeof(int));

  CMMD_sync_with_nodes();
  for (k = 1; k < n; ++k) {
    int to = (me + k) % n;
    CMAM_4(to, take_size, me, wanted(me, to, percent) ? bytes : 0, 0, 0);
  }
  CMAML_poll_while_lt(&known, n - 1);
  for (i = 0; i < n; ++i) {
    int port = CMAML_allocate_rport(); /* the ports are numbered in this order, so that this is port i */
    if (expected[i] == 0) continue;
    ++missing;
    in[i] = new_block(expected[i]);
    CMAML_set_rport_addr(port, in[i]);
    CMAML_set_rport_handler(port, note_arrival, (void*)&arrived[i]);
    CMAML_set_rport_total_nbytes(port, expected[i]);
  }
  CMMD_sync_with_nodes();

  for (k = 1; k < n; ++k) {
    int partner = me ^ k;
    fill(out, bytes, me, partner);
    if (wanted(me, partner, percent)) CMAML_scopy(partner, me, 0, 0, out, bytes, NULL, NULL);
    if (expected[partner] > 0) CMAML_poll_while_lt(&arrived[partner], 1);
    CMMD_sync_with_nodes();
  }
  while (missing > 0) CMAM_poll();
  CMMD_sync_with_nodes();

  for (i = 0; i < n; ++i) {
    check(in[i], expected[i], i, me);
    blocks += expected[i] > 0;
  }
  if (me == 0) printf("%d messages of %d bytes to node 0\n", blocks, bytes);
  return 0;
}
