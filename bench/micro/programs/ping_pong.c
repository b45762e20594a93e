/* ping_pong.c ROUNDS: two nodes send 64 bytes to and fro, ROUNDS times. */
#include <nx.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  long i, rounds = argc > 1 ? atol(argv[1]) : 1;
  char data[64] = "";
  for (i = 0; i < rounds; ++i) {
    if (mynode() == 0) {
      csend(1, data, sizeof(data), 1, 0);
      crecv(1, data, sizeof(data));
    } else {
      crecv(1, data, sizeof(data));
      csend(1, data, sizeof(data), 0, 0);
    }
  }
  return 0;
}
