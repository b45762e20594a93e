// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Bitwise or and exclusive or of unsigned integers.
#include <cmmd.h>

int main(void) {
  unsigned me = CMMD_self_address();
  unsigned any = CMMD_reduce_uint(1u << me, CMMD_combiner_ior);
  unsigned odd = CMMD_reduce_uint(me + 1, CMMD_combiner_xor);
  if (any != 7u) return 1;
  return odd == (1u ^ 2u ^ 3u) ? 0 : 1;
}
