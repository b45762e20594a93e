// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer of the hsend is filled again only when its handler has told that the message has left.
#include <nx.h>

static long block[300];
static volatile long left_over = 1;

static void gone(long type, long count, long node, long pid) {
  (void)type; (void)count; (void)node; (void)pid;
  left_over = 0;
}

int main(void) {
  long i;
  if (mynode() == 0) {
    for (i = 0; i < 300; i++) block[i] = i;
    hsend(1, block, sizeof block, 1, 0, gone);
    while (left_over) flick();
    for (i = 0; i < 300; i++) block[i] = -i;
    csend(2, block, sizeof block, 1, 0);
    return 0;
  }
  crecv(1, block, sizeof block);
  if (block[299] != 299) return 1;
  crecv(2, block, sizeof block);
  return block[299] == -299 ? 0 : 1;
}
