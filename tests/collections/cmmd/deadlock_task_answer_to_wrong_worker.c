// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: CMMD_send_block:15, CMMD_send_block:19, CMMD_receive_block:20
// why: Node 0 hears node 1 but answers node 2, which is itself in a send to node 0; all three wait.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), ask = 0, task, turn;
  if (me == 0) {
    for (turn = 0; turn < 2; turn++) {
      CMMD_receive_block(1, 1, &ask, sizeof ask);
      task = 10 + turn;
      CMMD_send_block(2, 2, &task, sizeof task);
    }
    return 0;
  }
  CMMD_send_block(0, 1, &ask, sizeof ask);
  CMMD_receive_block(0, 2, &task, sizeof task);
  return task >= 10 ? 0 : 1;
}
