// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The asynchronous send is waited for after the receive.
#include <cmmd.h>

static double out[256], in[256];

int main(void) {
  int me = CMMD_self_address(), i;
  for (i = 0; i < 256; i++) out[i] = me + i;
  CMMD_mcb s = CMMD_send_async(1 - me, 6, out, sizeof out, NULL, NULL);
  CMMD_receive_block(1 - me, 6, in, sizeof in);
  CMMD_msg_wait(s);
  CMMD_free_mcb(s);
  return in[255] == 256 - me ? 0 : 1;
}
