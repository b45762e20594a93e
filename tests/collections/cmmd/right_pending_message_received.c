// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Whatever message is pending is received from its own sender.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), k, from, v = 5 * me, sum = 0;
  if (me != 0) {
    CMMD_send_noblock(0, 6, &v, sizeof v);
    return 0;
  }
  for (k = 0; k < 3; k++) {
    while (!CMMD_msg_pending(CMMD_ANY_NODE, 6)) continue;
    from = CMMD_msg_sender();
    CMMD_receive_block(from, 6, &v, sizeof v);
    if (v != 5 * from) return 1;
    sum += v;
  }
  return sum == 30 ? 0 : 1;
}
