// verdict: wrong
// class: local_concurrency
// also: message_race
// nodes: 2
// call: CMMD_receive_async:16
// why: The received value is added to the sum before the receive has been waited for.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), in = 0, sum = 5;
  if (me == 1) {
    in = 37;
    CMMD_send_block(0, 1, &in, sizeof in);
    return 0;
  }
  CMMD_mcb r = CMMD_receive_async(1, 1, &in, sizeof in, NULL, NULL);
  sum += in;
  CMMD_msg_wait(r);
  CMMD_free_mcb(r);
  return sum == 42 ? 0 : 1;
}
