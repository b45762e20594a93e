// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The message that was probed is received by the type that the probe reported, which only one node uses.
#include <nx.h>

int main(void) {
  long me = mynode(), list[3] = {7, 7, 7}, in[3], k, bytes, words = 0;
  if (me != 0) {
    csend(me, list, me * sizeof(long), 0, 0);
    return 0;
  }
  for (k = 1; k < 4; k++) {
    cprobe(-1);
    bytes = infocount();
    crecv(infotype(), in, bytes);
    if (infocount() != bytes || infonode() * (long)sizeof(long) != bytes) return 1;
    words += bytes / sizeof(long);
  }
  return words == 6 ? 0 : 1;
}
