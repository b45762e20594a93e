/* pex.c: complete exchange by pairs. In step k nodes i and i xor k exchange; the lower one receives first.
 *
 * After: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on the
 * CM-5" (1992), fig. 2.
 *
 *   switchyard-cc pex.c -o pex
 *   switchyard run --program ./pex --machine cm5 --nodes 32 -- 512      # bytes of a block */
#include <cmmd.h>

#include "../pattern.h"

int main(int argc, char** argv) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), bytes = number_in(argv, 1, 256), k;
  char *out = new_block(bytes), *in = new_block(bytes);
  (void)argc;
  for (k = 1; k < n; ++k) {
    int partner = me ^ k;
    fill(out, bytes, me, partner);
    if (me < partner) {
      CMMD_receive_block(partner, k, in, bytes);
      CMMD_send_block(partner, k, out, bytes);
    } else {
      CMMD_send_block(partner, k, out, bytes);
      CMMD_receive_block(partner, k, in, bytes);
    }
    check(in, bytes, partner, me);
  }
  if (me == 0) printf("%d blocks of %d bytes from each node\n", n - 1, bytes);
  return 0;
}
