// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: CMMD_send_and_receive sends to the right and receives from the left at a time.
#include <cmmd.h>
#include <stdio.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), left = (me + n - 1) % n, i, out[20], in[20];
  for (i = 0; i < 20; i++) out[i] = 100 * me + i;
  CMMD_send_and_receive(left, 5, in, sizeof in, (me + 1) % n, 5, out, sizeof out);
  return in[19] == 100 * left + 19 && in[0] == 100 * left ? 0 : 1;
}
