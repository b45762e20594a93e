// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: CMMD_receive_noblock is tried again until there is a message.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), v = 19, turns = 0;
  if (me == 1) {
    CMMD_send_block(0, 3, &v, sizeof v);
    return 0;
  }
  v = 0;
  while (!CMMD_receive_noblock(1, 3, &v, sizeof v)) turns++;
  if (turns < 0) return 1;
  return v == 19 ? 0 : 1;
}
