// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Node 0 receives last while all others receive first, so the token goes round.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), token = 1;
  if (me == 0) {
    CMMD_send_block(1, 2, &token, sizeof token);
    CMMD_receive_block(n - 1, 2, &token, sizeof token);
    return token == 1 << (n - 1) ? 0 : 1;
  }
  CMMD_receive_block(me - 1, 2, &token, sizeof token);
  token *= 2;
  CMMD_send_block((me + 1) % n, 2, &token, sizeof token);
  return token == 1 << me ? 0 : 1;
}
