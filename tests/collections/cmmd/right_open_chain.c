// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The last node of the chain sends to nobody.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), v = 0, next = me + 1;
  if (me > 0) CMMD_receive_block(me - 1, 1, &v, sizeof v);
  v += 2;
  if (next < CMMD_partition_size()) CMMD_send_block(next, 1, &v, sizeof v);
  return v == 2 * (me + 1) ? 0 : 1;
}
