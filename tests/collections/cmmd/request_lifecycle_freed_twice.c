// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter
// nodes: 3
// call: CMMD_free_mcb:21
// why: The list of control blocks is freed in the loop and its last entry once more.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), in[3] = {0}, k;
  CMMD_mcb r[3];
  if (me != 0) {
    CMMD_send_block(0, me, &me, sizeof me);
    return 0;
  }
  for (k = 1; k < 3; k++) r[k] = CMMD_receive_async(k, k, &in[k], sizeof in[k], NULL, NULL);
  for (k = 1; k < 3; k++) {
    CMMD_msg_wait(r[k]);
    CMMD_free_mcb(r[k]);
  }
  CMMD_free_mcb(r[k - 1]);
  return in[1] + in[2] == 3 ? 0 : 1;
}
