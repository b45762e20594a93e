// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: gisum:12
// why: gisum is called for the interior of a list of one element, whose length comes out as -1.
#include <nx.h>
#include <stdio.h>

int main(void) {
  long v[1] = {5}, w[4], length = 1;
  gisum(v, length - 2, w);
  gsync();
  return v[0] == 5 ? 0 : 1;
}
