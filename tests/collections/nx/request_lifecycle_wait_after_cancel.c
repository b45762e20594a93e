// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter, deadlock
// nodes: 2
// call: msgwait:19
// why: The receive is cancelled and then waited for.
#include <nx.h>

int main(void) {
  long spare = 0, v = 11, id;
  if (mynode() == 0) {
    csend(1, &v, sizeof v, 1, 0);
    return 0;
  }
  id = irecv(2, &spare, sizeof spare);
  v = 0;
  crecv(1, &v, sizeof v);
  msgcancel(id);
  msgwait(id);
  return v == 11 && spare == 0 ? 0 : 1;
}
