// verdict: wrong
// class: resource_leak
// also: request_lifecycle
// nodes: 2
// call: CMMD_receive_async:15
// why: Twenty receives are waited for, but their control blocks stay, as nobody frees them.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), k, in = 0, sum = 0;
  for (k = 0; k < 20; k++) {
    if (me == 0) {
      CMMD_send_block(1, k, &k, sizeof k);
    } else {
      CMMD_mcb r = CMMD_receive_async(0, k, &in, sizeof in, NULL, NULL);
      CMMD_msg_wait(r);
      sum += in;
    }
  }
  return me == 0 || sum == 190 ? 0 : 1;
}
