// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: msgignore releases the id of the isend when that is done, and the buffer stays as it is to the end.
#include <nx.h>

static long v;

int main(void) {
  long me = mynode(), got = 0;
  v = 8 + me;
  msgignore(isend(14, &v, sizeof v, 1 - me, 0));
  crecv(14, &got, sizeof got);
  gsync();
  return got == 9 - me ? 0 : 1;
}
