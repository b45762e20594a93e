// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: CMMD_receive_async:12
// why: Two receives from any node are posted, and the first is expected to hold node 2's message.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), x = 0, y = 0;
  if (me == 0) {
    CMMD_mcb a = CMMD_receive_async(CMMD_ANY_NODE, 1, &x, sizeof x, NULL, NULL);
    CMMD_mcb b = CMMD_receive_async(CMMD_ANY_NODE, 1, &y, sizeof y, NULL, NULL);
    CMMD_all_msgs_wait();
    CMMD_free_mcb(a);
    CMMD_free_mcb(b);
    return x == 2 && y == 1 ? 0 : 1;
  }
  CMMD_send_block(0, 1, &me, sizeof me);
  return 0;
}
