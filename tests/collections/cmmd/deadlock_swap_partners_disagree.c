// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: CMMD_swap:13
// why: Each of three nodes swaps with its right neighbour, so no two swap with each other.
#include <cmmd.h>
#include <stdio.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size();
  double edge = me;
  CMMD_swap((me + 1) % n, &edge, sizeof edge);
  return edge == (me + n - 1) % n ? 0 : 1;
}
