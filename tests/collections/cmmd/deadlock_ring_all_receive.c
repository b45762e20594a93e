// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: CMMD_receive_block:11
// why: The token is never started: all nodes wait for it from the left.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), token = 1;
  CMMD_receive_block((me + n - 1) % n, 2, &token, sizeof token);
  token *= 2;
  CMMD_send_block((me + 1) % n, 2, &token, sizeof token);
  return token > 0 ? 0 : 1;
}
