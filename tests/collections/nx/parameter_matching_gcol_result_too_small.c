// verdict: wrong
// class: parameter_matching
// also: invalid_parameter, memory
// nodes: 4
// call: gcol:13
// why: The parts of four nodes come to 96 bytes, the result has room for 64.
#include <nx.h>
#include <stdio.h>

int main(void) {
  long me = mynode(), part[3], all[8], bytes = 0, i;
  for (i = 0; i < 3; i++) part[i] = 3 * me + i;
  gcol(part, sizeof part, all, sizeof all, &bytes);
  return bytes == 96 && all[7] == 7 ? 0 : 1;
}
