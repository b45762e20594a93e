// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: gisum over the interior of a list that has one.
#include <nx.h>
#include <stdio.h>

int main(void) {
  long v[6] = {1, 1, 1, 1, 1, 1}, w[4], length = 6;
  gisum(v + 1, length - 2, w);
  gsync();
  return v[0] == 1 && v[1] == 2 && v[4] == 2 && v[5] == 1 ? 0 : 1;
}
