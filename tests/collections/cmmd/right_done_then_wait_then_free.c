// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: CMMD_msg_done doesn't free the control block, so it may be waited for and freed afterwards.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), in = 0, early;
  CMMD_mcb r = CMMD_receive_async(1 - me, 1, &in, sizeof in, NULL, NULL);
  CMMD_send_block(1 - me, 1, &me, sizeof me);
  early = CMMD_msg_done(r);
  CMMD_msg_wait(r);
  CMMD_free_mcb(r);
  return in == 1 - me && early >= 0 ? 0 : 1;
}
