// verdict: wrong
// class: invalid_parameter
// also: request_lifecycle
// nodes: 2
// call: CMMD_msg_wait:16
// why: The tag of the message is passed to CMMD_msg_wait, as if it were the number of a message under way.
#include <cmmd.h>
#define EDGE 5555

int main(void) {
  int me = CMMD_self_address(), in = 0, out = me + 1;
  CMMD_mcb r = CMMD_receive_async(1 - me, EDGE, &in, sizeof in, NULL, NULL);
  CMMD_send_noblock(1 - me, EDGE, &out, sizeof out);
  CMMD_msg_wait(r);
  CMMD_free_mcb(r);
  CMMD_msg_wait(EDGE);
  return in == 2 - me ? 0 : 1;
}
