// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: csendrecv:19
// why: The server's reply has the type of the request, the client waits for the reply type.
#include <nx.h>
#define ASK 21
#define TELL 22

int main(void) {
  long me = mynode(), key = 6, answer = 0;
  if (me == 0) {
    crecv(ASK, &key, sizeof key);
    key *= key;
    csend(infotype(), &key, sizeof key, infonode(), 0);
    return 0;
  }
  csendrecv(ASK, &key, sizeof key, 0, 0, TELL, &answer, sizeof answer);
  return answer == 36 ? 0 : 1;
}
