// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: In step i node i receives from all others in ascending order while they send to it.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), i, k, v, sum = 0;
  for (i = 0; i < n; i++) {
    if (i != me) {
      v = 100 * me + i;
      CMMD_send_block(i, CMMD_DEFAULT_TAG, &v, sizeof v);
      continue;
    }
    for (k = 0; k < n; k++) {
      if (k == me) continue;
      CMMD_receive_block(k, CMMD_DEFAULT_TAG, &v, sizeof v);
      if (v != 100 * k + me) return 1;
      sum += v;
    }
  }
  return sum == 300 - 100 * me + 2 * me ? 0 : 1;
}
