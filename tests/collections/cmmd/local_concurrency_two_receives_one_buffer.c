// verdict: wrong
// class: local_concurrency
// also: message_race
// nodes: 3
// call: CMMD_receive_async:16
// why: Two receives from different nodes are under way into the same word.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), in = 0, sum;
  if (me != 0) {
    CMMD_send_block(0, me, &me, sizeof me);
    return 0;
  }
  CMMD_mcb a = CMMD_receive_async(1, 1, &in, sizeof in, NULL, NULL);
  CMMD_mcb b = CMMD_receive_async(2, 2, &in, sizeof in, NULL, NULL);
  CMMD_msg_wait(a);
  sum = in;
  CMMD_msg_wait(b);
  sum += in;
  CMMD_free_mcb(a);
  CMMD_free_mcb(b);
  return sum == 3 ? 0 : 1;
}
