// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each turn waits for and frees its control block before the variable is used again.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), k, job;
  CMMD_mcb s;
  if (me == 0) {
    for (k = 1; k < 3; k++) {
      job = 30 + k;
      s = CMMD_send_async(k, 2, &job, sizeof job, NULL, NULL);
      CMMD_msg_wait(s);
      CMMD_free_mcb(s);
    }
    return 0;
  }
  CMMD_receive_block(0, 2, &job, sizeof job);
  return job == 30 + me ? 0 : 1;
}
