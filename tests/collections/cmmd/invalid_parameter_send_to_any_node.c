// verdict: wrong
// class: invalid_parameter
// also: deadlock
// nodes: 3
// call: CMMD_send_block:12
// why: A message is sent to CMMD_ANY_NODE, which only receives may name.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), job = 77;
  if (me == 0) {
    CMMD_send_block(CMMD_ANY_NODE, 2, &job, sizeof job);
  } else if (me == 1) {
    job = 0;
    CMMD_receive_block(0, 2, &job, sizeof job);
  }
  return job == 77 ? 0 : 1;
}
