// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The lower node receives before it sends, the other sends before it receives.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), other = 1 - me;
  double mine = 1.5 * (me + 1), theirs = 0.0;
  if (me < other) {
    CMMD_receive_block(other, 1, &theirs, sizeof theirs);
    CMMD_send_block(other, 1, &mine, sizeof mine);
  } else {
    CMMD_send_block(other, 1, &mine, sizeof mine);
    CMMD_receive_block(other, 1, &theirs, sizeof theirs);
  }
  return theirs == 1.5 * (other + 1) ? 0 : 1;
}
