// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 4
// call: csend:16
// why: All nodes of the ring send 200000 bytes before anybody receives.
#include <nx.h>
#include <stdlib.h>
#include <string.h>
#define BYTES 200000

int main(void) {
  long me = mynode(), n = numnodes(), bad;
  char *out = malloc(BYTES), *in = malloc(BYTES);
  memset(out, 'a' + me, BYTES);
  csend(8, out, BYTES, (me + 1) % n, 0);
  crecv(8, in, BYTES);
  bad = in[0] != 'a' + (me + n - 1) % n || in[BYTES - 1] != in[0];
  free(out);
  free(in);
  return bad ? 1 : 0;
}
