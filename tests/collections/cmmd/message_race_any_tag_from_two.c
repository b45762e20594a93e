// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: CMMD_receive_block:13
// why: Tag order: the receive of any tag from any node expects tag 1 before tag 2, sent by different nodes.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), v = 0, k;
  if (me == 0) {
    for (k = 1; k < 3; k++) {
      CMMD_receive_block(CMMD_ANY_NODE, CMMD_ANY_TAG, &v, sizeof v);
      if (CMMD_msg_tag() != k) return 1;
    }
    return 0;
  }
  CMMD_send_noblock(0, me, &v, sizeof v);
  return 0;
}
