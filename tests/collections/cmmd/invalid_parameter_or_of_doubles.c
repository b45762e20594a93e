// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: CMMD_reduce_double:11
// why: CMMD_reduce_double with the combiner of bitwise or, which is for integers only.
#include <cmmd.h>

int main(void) {
  double flag = CMMD_self_address() == 1 ? 1.0 : 0.0;
  double any = CMMD_reduce_double(flag, CMMD_combiner_ior);
  CMMD_sync_with_nodes();
  if (any != 1.0) return 1;
  return 0;
}
