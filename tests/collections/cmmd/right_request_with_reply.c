// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Node 0 reads a word of node 1 by an active message and a reply, while node 1 polls until it's told to end.
#include <cmmd.h>

static volatile int answers, value, over;
static int memory[5] = {2, 3, 5, 7, 11};

static void got(int v, int b, int c, int d) {
  value = v + b + c + d;
  answers++;
}

static void fetch(int from, int index, int c, int d) {
  CMAM_reply_4(from, got, memory[index], 0, c, d);
}

static void end(int a, int b, int c, int d) { over = a + b + c + d; }

int main(void) {
  if (CMMD_self_address() == 1) {
    while (!over) CMAM_poll();
    return 0;
  }
  memory[3] = 0;
  CMAM_4(1, fetch, 0, 3, 0, 0);
  CMAM_wait(&answers, 1);
  CMAM_4(1, end, 1, 0, 0, 0);
  return value == 7 ? 0 : 1;
}
