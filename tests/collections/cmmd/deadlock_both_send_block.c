// verdict: wrong
// class: deadlock
// also: buffering_hazard
// nodes: 2
// call: CMMD_send_block:12
// why: CMMD_send_block waits for its receive, and both nodes are in it.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), other = 1 - me;
  double mine = 1.5 * (me + 1), theirs = 0.0;
  CMMD_send_block(other, 1, &mine, sizeof mine);
  CMMD_receive_block(other, 1, &theirs, sizeof theirs);
  return theirs == 1.5 * (other + 1) ? 0 : 1;
}
