// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: csend:15
// why: The length of the tail is computed as end minus start the wrong way round and is negative.
#include <nx.h>

static char text[80];

int main(void) {
  long start = 64, end = 16;
  if (mynode() == 0) {
    text[16] = 'x';
    csend(3, text + end, end - start, 1, 0);
  } else {
    crecv(3, text, sizeof text);
    if (text[0] != 'x') return 1;
  }
  return 0;
}
