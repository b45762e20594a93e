// verdict: wrong
// class: parameter_matching
// also: call_ordering
// nodes: 2
// call: CMMD_reduce_int:13, CMMD_reduce_double:15
// why: One node reduces an int, the other a double.
#include <cmmd.h>

int main(void) {
  int i = 1;
  double d = 1.0;
  if (CMMD_self_address() == 0)
    i = CMMD_reduce_int(i, CMMD_combiner_add);
  else
    d = CMMD_reduce_double(d, CMMD_combiner_dadd);
  return i == 2 || d == 2.0 ? 0 : 1;
}
