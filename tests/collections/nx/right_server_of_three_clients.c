// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The server answers each client at the node that asked, in whatever order they come.
#include <nx.h>
#define ASK 1
#define TELL 2

int main(void) {
  long me = mynode(), key, record[4] = {0}, k, got;
  if (me == 0) {
    for (k = 1; k < numnodes(); k++) {
      crecv(ASK, &key, sizeof key);
      record[0] = key * 10;
      csend(TELL, record, sizeof record, infonode(), 0);
    }
    return 0;
  }
  key = me;
  got = csendrecv(ASK, &key, sizeof key, 0, 0, TELL, record, sizeof record);
  return got == sizeof record && record[0] == me * 10 ? 0 : 1;
}
