// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: In each step the lower node of a pair receives first and the upper sends first.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), k, in[4], out[4];
  for (k = 0; k < n; k++) out[k] = 10 * me + k;
  for (k = 1; k < n; k++) {
    int p = me ^ k;
    if (me > p) {
      CMMD_send_block(p, k, &out[p], sizeof(int));
      CMMD_receive_block(p, k, &in[p], sizeof(int));
    } else {
      CMMD_receive_block(p, k, &in[p], sizeof(int));
      CMMD_send_block(p, k, &out[p], sizeof(int));
    }
    if (in[p] != 10 * p + me) return 1;
  }
  return 0;
}
