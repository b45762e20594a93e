// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Only the lower half posts and waits for receives.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), half = CMMD_partition_size() / 2, in = -1;
  if (me >= half) {
    CMMD_send_block(me - half, 9, &me, sizeof me);
    return 0;
  }
  CMMD_mcb r = CMMD_receive_async(CMMD_ANY_NODE, 9, &in, sizeof in, NULL, NULL);
  CMMD_msg_wait(r);
  if (CMMD_mcb_source(r) != me + half || CMMD_mcb_tag(r) != 9 || CMMD_mcb_bytes(r) != sizeof in) return 1;
  CMMD_free_mcb(r);
  return in == me + half ? 0 : 1;
}
