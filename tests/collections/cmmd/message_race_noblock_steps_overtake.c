// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: CMMD_receive_block:18
// why: Messages of step 1 have the tag of step 0, and a fast node's may be summed in the step of a slow one.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), step, k, v, sum;
  for (step = 0; step < 2; step++) {
    v = step ? 100 : 1;
    if (me != 0) {
      CMMD_send_noblock(0, 4, &v, sizeof v);
      continue;
    }
    for (sum = 0, k = 1; k < 3; k++) {
      CMMD_receive_block(CMMD_ANY_NODE, 4, &v, sizeof v);
      sum += v;
    }
    if (sum != (step ? 200 : 2)) return 1;
  }
  return 0;
}
