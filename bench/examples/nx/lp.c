/* lp.c: linear permutations. In phase k nodes i and i xor k exchange; a node sends once its partner is ready.
 *
 * After: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 4.1, fig. 2.
 *
 *   switchyard-cc lp.c -o lp
 *   switchyard run --program ./lp --machine ipsc860 --nodes 32 -- 25 512      # percent of the pairs, bytes of a
 * message */
#include "nx.h"

#include "../pattern.h"

#define READY 2
#define DATA 1 /* a message type of the protocol UNFORCED, as the algorithm says */

int main(int argc, char** argv) {
  int me = (int)mynode(), n = (int)numnodes(), k;
  int percent = number_in(argv, 1, 25), bytes = number_in(argv, 2, 256), messages = 0;
  char *out = new_block(bytes), *in = new_block(bytes);
  long info[8];
  (void)argc;
  for (k = 1; k < n; ++k) {
    int partner = me ^ k, sends = wanted(me, partner, percent), receives = wanted(partner, me, percent);
    long ready = 0, data = 0, send = 0;
    if (sends) ready = irecvx(READY, NULL, 0, partner, -1, info);
    if (receives) {
      data = irecvx(DATA, in, bytes, partner, -1, info);
      csend(READY, NULL, 0, partner, 0);
    }
    if (sends) {
      msgwait(ready);
      fill(out, bytes, me, partner);
      send = isend(DATA, out, bytes, partner, 0);
      msgwait(send);
    }
    if (receives) {
      msgwait(data);
      check(in, bytes, partner, me);
      ++messages;
    }
  }
  if (me == 0) printf("%d messages of %d bytes to node 0\n", messages, bytes);
  return 0;
}
