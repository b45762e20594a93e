// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: cprobe:19
// why: The master stops workers 1 and 2 only; worker 3 probes for ever.
#include <nx.h>
#define STOP 9

int main(void) {
  long me = mynode(), n = numnodes(), k, code = 0;
  if (me == 0) {
    for (k = 1; k < n - 1; k++) {
      code = k + 50;
      csend(STOP, &code, sizeof code, k, 0);
    }
    return 0;
  }
  cprobe(STOP);
  crecv(STOP, &code, infocount());
  return code == me + 50 ? 0 : 1;
}
