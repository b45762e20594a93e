// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A message of no bytes is allowed and its count is reported as zero.
#include <nx.h>

static char text[80];

int main(void) {
  long start = 16, end = 16;
  if (mynode() == 0) {
    csend(3, text + start, end - start, 1, 0);
  } else {
    text[0] = 'k';
    crecv(3, text, sizeof text);
    if (infocount() != 0 || infotype() != 3 || text[0] != 'k') return 1;
  }
  return 0;
}
