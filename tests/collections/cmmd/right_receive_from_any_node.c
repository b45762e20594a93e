// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The receive names any node, and only one node sends.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), job = 77;
  if (me == 0) {
    CMMD_send_block(1, 2, &job, sizeof job);
  } else if (me == 1) {
    job = 0;
    CMMD_receive_block(CMMD_ANY_NODE, 2, &job, sizeof job);
    if (CMMD_msg_sender() != 0) return 1;
  }
  return job == 77 ? 0 : 1;
}
