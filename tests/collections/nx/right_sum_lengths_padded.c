// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: All nodes sum BINS + 1 elements, though only node 0 fills the last one.
#include <nx.h>
#define BINS 8

static double hist[BINS + 1], work[BINS + 1];

int main(void) {
  long me = mynode(), i;
  for (i = 0; i < BINS; i++) hist[i] = me * i;
  if (me == 0) hist[BINS] = 1.0;
  gdsum(hist, BINS + 1, work);
  return hist[2] == 12.0 && hist[BINS] == 1.0 ? 0 : 1;
}
