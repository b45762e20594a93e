// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both nodes reduce 6 elements.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), i, from[6], to[6] = {0};
  for (i = 0; i < 6; i++) from[i] = i + me;
  CMMD_reduce_v(to, from, 6, CMMD_combiner_add, CMMD_int);
  for (i = 0; i < 6; i++)
    if (to[i] != 2 * i + 1) return 1;
  return 0;
}
