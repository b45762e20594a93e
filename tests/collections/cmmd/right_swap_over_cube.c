// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: In each dimension both partners swap with each other.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), d, sum = me + 1, other;
  for (d = 1; d < n; d *= 2) {
    other = sum;
    CMMD_swap(me ^ d, &other, sizeof other);
    sum += other;
  }
  return sum == 10 ? 0 : 1;
}
