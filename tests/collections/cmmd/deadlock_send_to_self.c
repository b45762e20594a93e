// verdict: wrong
// class: deadlock
// also: buffering_hazard
// nodes: 2
// call: CMMD_send_block:14
// why: The loop over destinations includes the node itself, and a blocking send to oneself never meets its receive.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), k, v;
  if (me == 0)
    for (k = 0; k < n; k++) {
      v = 5 * k;
      CMMD_send_block(k, 4, &v, sizeof v);
    }
  CMMD_receive_block(0, 4, &v, sizeof v);
  return v == 5 * me ? 0 : 1;
}
