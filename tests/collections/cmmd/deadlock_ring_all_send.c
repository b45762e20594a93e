// verdict: wrong
// class: deadlock
// also: buffering_hazard
// nodes: 3
// call: CMMD_send_block:12
// why: All nodes of the ring send a block before anybody receives.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), i, out[20], in[20];
  for (i = 0; i < 20; i++) out[i] = 100 * me + i;
  CMMD_send_block((me + 1) % n, 5, out, sizeof out);
  CMMD_receive_block((me + n - 1) % n, 5, in, sizeof in);
  return in[19] == 100 * ((me + n - 1) % n) + 19 ? 0 : 1;
}
