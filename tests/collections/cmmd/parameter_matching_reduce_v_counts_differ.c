// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: CMMD_reduce_v:12
// why: Node 1 reduces 5 elements, node 0 reduces 6.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = 6 - me, i, from[6], to[6] = {0};
  for (i = 0; i < 6; i++) from[i] = i + me;
  CMMD_reduce_v(to, from, n, CMMD_combiner_add, CMMD_int);
  for (i = 0; i < 5; i++)
    if (to[i] != 2 * i + 1) return 1;
  return 0;
}
