// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: crecv:18
// why: The selector stands for types 2 and 4, the second message has type 3, and its receive never ends.
#include <nx.h>
#define SET(a, b) ((long)(int)(0x80000000u | 1u << (a) | 1u << (b)))

int main(void) {
  long v[2] = {0, 0}, x = 6, y = 7;
  if (mynode() == 0) {
    csend(2, &x, sizeof x, 1, 0);
    csend(3, &y, sizeof y, 1, 0);
    return 0;
  }
  crecv(SET(2, 4), &v[0], sizeof v[0]);
  crecv(SET(2, 4), &v[1], sizeof v[1]);
  return v[0] + v[1] == 13 ? 0 : 1;
}
