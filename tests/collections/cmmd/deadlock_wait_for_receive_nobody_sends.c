// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: CMMD_msg_wait:13
// why: The upper half sends to the lower half, but all nodes wait for a message.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), half = CMMD_partition_size() / 2, in = -1;
  CMMD_mcb r = CMMD_receive_async(CMMD_ANY_NODE, 9, &in, sizeof in, NULL, NULL);
  if (me >= half) CMMD_send_block(me - half, 9, &me, sizeof me);
  CMMD_msg_wait(r);
  CMMD_free_mcb(r);
  return in == me + half ? 0 : 1;
}
