// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: crecv:18
// why: The boundary is sent with type 20 but waited for with type 21, so the receive never ends.
#include <cube.h>
#define EDGE 20

static long row[16];

int main(void) {
  long me = mynode(), i;
  for (i = 0; i < 16; i++) row[i] = me == 0 ? i * i : -1;
  if (me == 0)
    csend(EDGE, row, sizeof row, 1, 0);
  else
    crecv(EDGE + 1, row, sizeof row);
  for (i = 0; i < 16; i++)
    if (row[i] != i * i) return 1;
  return 0;
}
