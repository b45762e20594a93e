// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A sum by recursive doubling in which the lower partner receives first, compared with the system's.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), d, sum = me * me, part, p;
  CMMD_fset_io_mode(stdout, CMMD_independent);
  for (d = n / 2; d > 0; d /= 2) {
    p = me ^ d;
    if (me < p) {
      CMMD_receive_block(p, d, &part, sizeof part);
      CMMD_send_block(p, d, &sum, sizeof sum);
    } else {
      CMMD_send_block(p, d, &sum, sizeof sum);
      CMMD_receive_block(p, d, &part, sizeof part);
    }
    sum += part;
  }
  if (sum != CMMD_reduce_int(me * me, CMMD_combiner_add)) printf("node %d: %d\n", me, sum);
  return sum == 14 ? 0 : 1;
}
