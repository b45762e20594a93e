// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter
// nodes: 2
// call: CMMD_msg_wait:15
// why: The control block is freed and then waited for again.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), in = 0;
  CMMD_mcb r = CMMD_receive_async(1 - me, 1, &in, sizeof in, NULL, NULL);
  CMMD_send_block(1 - me, 1, &me, sizeof me);
  CMMD_msg_wait(r);
  CMMD_free_mcb(r);
  CMMD_msg_wait(r);
  return in == 1 - me ? 0 : 1;
}
