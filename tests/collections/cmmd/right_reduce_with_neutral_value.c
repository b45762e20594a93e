// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Even nodes take part in the reduction with a value that changes nothing.
#include <cmmd.h>
#include <stdio.h>

int main(void) {
  int me = CMMD_self_address(), all[4] = {0}, top;
  top = CMMD_reduce_int(me & 1 ? me : -1, CMMD_combiner_max);
  CMMD_concat_with_nodes(&me, all, sizeof me);
  return all[3] == 3 && top == 3 ? 0 : 1;
}
