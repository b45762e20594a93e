// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: CMMD_receive_block:13
// why: Node 0 receives as many partial sums as there are nodes, its own included, which nobody sends.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), k, part, sum = 0;
  if (me == 0) {
    for (k = 0; k < n; k++) {
      CMMD_receive_block(CMMD_ANY_NODE, 3, &part, sizeof part);
      sum += part;
    }
    return sum == 30 ? 0 : 1;
  }
  part = 10 * me;
  CMMD_send_block(0, 3, &part, sizeof part);
  return 0;
}
