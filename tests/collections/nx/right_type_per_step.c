// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each step has a type of its own, and both sides count the steps alike.
#include <cube.h>
#define EDGE 20

static long row[16];

int main(void) {
  long me = mynode(), i, step, bad = 0;
  for (step = 0; step < 3; step++) {
    if (me == 0) {
      for (i = 0; i < 16; i++) row[i] = i * step;
      csend(EDGE + step, row, sizeof row, 1, 0);
    } else {
      crecv(EDGE + step, row, sizeof row);
      for (i = 0; i < 16; i++) bad |= row[i] != i * step;
    }
  }
  return bad != 0;
}
