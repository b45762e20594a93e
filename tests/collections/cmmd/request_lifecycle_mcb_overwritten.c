// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 3
// call: CMMD_send_async:13
// why: One variable holds the control blocks of both sends, so the first one is never waited for nor freed.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), k, job = 31;
  CMMD_mcb s = 0;
  if (me == 0) {
    for (k = 1; k < 3; k++) s = CMMD_send_async(k, 2, &job, sizeof job, NULL, NULL);
    CMMD_msg_wait(s);
    CMMD_free_mcb(s);
    return 0;
  }
  job = 0;
  CMMD_receive_block(0, 2, &job, sizeof job);
  return job == 31 ? 0 : 1;
}
