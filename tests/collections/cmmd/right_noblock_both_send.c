// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: CMMD_send_noblock copies the message and goes on, so both nodes may send first.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), other = 1 - me;
  double mine = 1.5 * (me + 1), theirs = 0.0;
  CMMD_send_noblock(other, 1, &mine, sizeof mine);
  mine = 0.0;
  CMMD_receive_block(other, 1, &theirs, sizeof theirs);
  return theirs == 1.5 * (other + 1) ? 0 : 1;
}
