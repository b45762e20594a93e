// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: csendrecv:19
// why: The server replies with a whole record to a csendrecv that has room for one word.
#include <nx.h>
#define ASK 1
#define TELL 2

int main(void) {
  long key = 3, record[4] = {30, 31, 32, 33}, answer = 0, got;
  if (mynode() == 0) {
    crecv(ASK, &key, sizeof key);
    record[0] = key * 10;
    csend(TELL, record, sizeof record, infonode(), 0);
    return 0;
  }
  got = csendrecv(ASK, &key, sizeof key, 0, 0, TELL, &answer, sizeof answer);
  return got == sizeof answer && answer == 30 ? 0 : 1;
}
