// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receive from the node itself is posted before the blocking send to it.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), k, v, got = -1;
  CMMD_mcb in = CMMD_receive_async(0, 4, &got, sizeof got, NULL, NULL);
  if (me == 0)
    for (k = 0; k < n; k++) {
      v = 5 * k;
      CMMD_send_block(k, 4, &v, sizeof v);
    }
  CMMD_msg_wait(in);
  CMMD_free_mcb(in);
  return got == 5 * me ? 0 : 1;
}
