// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: CMMD_msg_wait:15
// why: Both nodes wait for their asynchronous send before they post the receive that the other one needs.
#include <cmmd.h>

static double out[256], in[256];

int main(void) {
  int me = CMMD_self_address(), i;
  for (i = 0; i < 256; i++) out[i] = me + i;
  CMMD_mcb s = CMMD_send_async(1 - me, 6, out, sizeof out, NULL, NULL);
  CMMD_msg_wait(s);
  CMMD_free_mcb(s);
  CMMD_receive_block(1 - me, 6, in, sizeof in);
  return in[255] == 256 - me ? 0 : 1;
}
