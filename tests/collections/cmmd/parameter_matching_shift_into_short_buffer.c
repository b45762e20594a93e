// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: CMMD_send_and_receive:12
// why: Every node sends 24 bytes to the right and has room for 16 from the left.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), left = (me + n - 1) % n;
  double out[3] = {me, me, me}, in[3] = {0};
  CMMD_send_and_receive(left, 1, in, 16, (me + 1) % n, 1, out, 24);
  CMMD_sync_with_nodes();
  return in[1] == left ? 0 : 1;
}
