// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 4
// call: CMMD_reduce_int:12, CMMD_concat_with_nodes:13
// why: Odd nodes call one reduction more, inside a condition, than even nodes before the concatenation.
#include <cmmd.h>
#include <stdio.h>

int main(void) {
  int me = CMMD_self_address(), all[4] = {0}, top = 0;
  if (me & 1) top = CMMD_reduce_int(me, CMMD_combiner_max);
  CMMD_concat_with_nodes(&me, all, sizeof me);
  return all[3] == 3 && (top == 0 || top == 3) ? 0 : 1;
}
