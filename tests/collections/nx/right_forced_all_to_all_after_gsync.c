// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: All receives of FORCED blocks are posted before the gsync that precedes the sends.
#include <nx.h>
#define FORCE 1000000000L

int main(void) {
  long me = mynode(), n = numnodes(), k, ids[8], in[8], out[8];
  for (k = 1; k < n; k++) ids[k] = irecv(FORCE + (me ^ k), &in[me ^ k], sizeof in[0]);
  gsync();
  for (k = 1; k < n; k++) {
    out[k] = 100 * me + (me ^ k);
    csend(FORCE + me, &out[k], sizeof out[k], me ^ k, 0);
  }
  for (k = 1; k < n; k++) msgwait(ids[k]);
  for (k = 1; k < n; k++)
    if (in[me ^ k] != 100 * (me ^ k) + me) return 1;
  return 0;
}
