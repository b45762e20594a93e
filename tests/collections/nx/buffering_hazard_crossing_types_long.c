// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: csend:16
// why: The long block of type 1 is sent first but received second, which ends only if it is buffered.
#include <nx.h>
#define N 40000

static long data[N];

int main(void) {
  long i, last = 0;
  if (mynode() == 0) {
    for (i = 0; i < N; i++) data[i] = i;
    csend(1, data, sizeof data, 1, 0);
    last = N - 1;
    csend(2, &last, sizeof last, 1, 0);
    return 0;
  }
  crecv(2, &last, sizeof last);
  crecv(1, data, sizeof data);
  return data[last] == N - 1 ? 0 : 1;
}
