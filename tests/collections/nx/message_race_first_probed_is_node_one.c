// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: cprobe:17
// why: The probe of any type is taken to find node 1's message, but another node's may be first.
#include <nx.h>
#define LENGTH 4

int main(void) {
  long me = mynode(), list[3] = {7, 7, 7}, in[3], k, bytes = 0;
  if (me != 0) {
    csend(LENGTH + me, list, me * sizeof(long), 0, 0);
    return 0;
  }
  for (k = 1; k < 4; k++) {
    cprobe(-1);
    if (infocount() != k * (long)sizeof(long)) return 1;
    crecv(infotype(), in, infocount());
    bytes += infocount();
  }
  return bytes == 48 ? 0 : 1;
}
