// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The nodes end the loop together, by the largest error of all.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), turns = 0;
  double error = me == 0 ? 4.0 : 16.0, worst;
  do {
    error /= 2.0;
    worst = CMMD_reduce_double(error, CMMD_combiner_dmax);
    turns++;
  } while (worst > 1.0);
  CMMD_sync_with_nodes();
  return turns == 4 ? 0 : 1;
}
