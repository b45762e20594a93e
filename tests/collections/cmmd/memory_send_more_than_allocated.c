// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 2
// call: CMMD_send_block:16
// why: The number of elements is scaled by their size twice, so the send reads far beyond the block.
#include <cmmd.h>
#include <stdlib.h>

static char in[4096];

int main(void) {
  int i, bytes = 25 * sizeof(int), *v = malloc(bytes);
  for (i = 0; i < 25; i++) v[i] = i;
  if (CMMD_self_address() == 0)
    CMMD_send_block(1, 1, v, bytes * sizeof(int));
  else
    CMMD_receive_block(0, 1, in, sizeof in);
  free(v);
  return 0;
}
