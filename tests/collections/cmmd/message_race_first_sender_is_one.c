// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: CMMD_receive_block:12
// why: The first message from any node is taken for node 1's.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), a, b, v = 11 * me;
  if (me == 0) {
    CMMD_receive_block(CMMD_ANY_NODE, 1, &a, sizeof a);
    CMMD_receive_block(CMMD_ANY_NODE, 1, &b, sizeof b);
    return a == 11 && b == 22 ? 0 : 1;
  }
  CMMD_send_block(0, 1, &v, sizeof v);
  return 0;
}
