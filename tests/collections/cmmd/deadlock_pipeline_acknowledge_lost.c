// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: CMMD_receive_block:14, CMMD_send_block:21
// why: The middle node forwards the acknowledgement to the right instead of back to the left.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), v = 0, ack = 0;
  if (me == 0) {
    v = 9;
    CMMD_send_block(1, 1, &v, sizeof v);
    CMMD_receive_block(1, 2, &ack, sizeof ack);
    return ack == 10 ? 0 : 1;
  }
  CMMD_receive_block(me - 1, 1, &v, sizeof v);
  if (me == 1) {
    CMMD_send_block(2, 1, &v, sizeof v);
    CMMD_receive_block(2, 2, &ack, sizeof ack);
    CMMD_send_block(2, 2, &ack, sizeof ack);
  } else {
    ack = v + 1;
    CMMD_send_block(1, 2, &ack, sizeof ack);
  }
  return 0;
}
