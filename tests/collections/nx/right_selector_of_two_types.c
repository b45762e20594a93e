// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The selector stands for both types that are sent, and infotype() tells them apart.
#include <nx.h>
#define SET(a, b) ((long)(int)(0x80000000u | 1u << (a) | 1u << (b)))

int main(void) {
  long v, k, got[5] = {0}, x = 6, y = 7;
  if (mynode() == 0) {
    csend(4, &x, sizeof x, 1, 0);
    csend(2, &y, sizeof y, 1, 0);
    return 0;
  }
  for (k = 0; k < 2; k++) {
    crecv(SET(2, 4), &v, sizeof v);
    got[infotype()] = v;
  }
  return got[4] == 6 && got[2] == 7 ? 0 : 1;
}
