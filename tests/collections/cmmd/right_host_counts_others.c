// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Node 0 receives one partial sum of each other node, in any order.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), k, part, sum = 0;
  if (me == 0) {
    for (k = 1; k < n; k++) {
      CMMD_receive_block(CMMD_ANY_NODE, 3, &part, sizeof part);
      sum += part;
    }
    return sum == 30 ? 0 : 1;
  }
  part = 10 * me;
  CMMD_send_block(0, 3, &part, sizeof part);
  return 0;
}
