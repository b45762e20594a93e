// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: CMMD_send_block:13
// why: The last node sends to the node whose number is the partition's size.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), v = 0, next = me + 1;
  if (me > 0) CMMD_receive_block(me - 1, 1, &v, sizeof v);
  v += 2;
  CMMD_send_block(next, 1, &v, sizeof v);
  return v == 2 * (me + 1) ? 0 : 1;
}
