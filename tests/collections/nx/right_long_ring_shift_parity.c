// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Odd nodes of the ring receive before they send 200000 bytes, even ones send first.
#include <nx.h>
#include <stdlib.h>
#include <string.h>
#define BYTES 200000

int main(void) {
  long me = mynode(), n = numnodes(), bad;
  char *out = malloc(BYTES), *in = malloc(BYTES);
  memset(out, 'a' + me, BYTES);
  if (me % 2 == 0) csend(8, out, BYTES, (me + 1) % n, 0);
  crecv(8, in, BYTES);
  if (me % 2 == 1) csend(8, out, BYTES, (me + 1) % n, 0);
  bad = in[0] != 'a' + (me + n - 1) % n || in[BYTES - 1] != in[0];
  free(out);
  free(in);
  return bad ? 1 : 0;
}
