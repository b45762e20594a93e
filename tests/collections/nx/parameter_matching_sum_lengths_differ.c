// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 4
// call: gdsum:15
// why: Node 0 sums one element more than the others.
#include <nx.h>
#define BINS 8

static double hist[BINS + 1], work[BINS + 1];

int main(void) {
  long me = mynode(), i, n = me == 0 ? BINS + 1 : BINS;
  for (i = 0; i < BINS; i++) hist[i] = me * i;
  gdsum(hist, n, work);
  return hist[2] == 12.0 ? 0 : 1;
}
