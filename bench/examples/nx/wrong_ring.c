/* wrong_ring.c: every node sends a block to the next one before it receives. This works as long as the machine
 * has room for the blocks: with small system buffers all nodes wait for each other.
 *
 *   switchyard-cc wrong_ring.c -o wrong_ring
 *   switchyard run --program ./wrong_ring --machine ipsc860 --nodes 8 --system-buffer 1KiB */
#include <stdio.h>

#include "nx.h"

#define BLOCK 2

static char out[4096], in[4096];

int main(void) {
  long next = (mynode() + 1) % numnodes();
  csend(BLOCK, out, sizeof(out), next, 0);
  crecv(BLOCK, in, sizeof(in));
  printf("done\n");
  return 0;
}
