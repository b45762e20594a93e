// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receiver asks for the length and allocates a block of it.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  double* block;
  int i, bad, bytes = 50 * sizeof *block;
  if (CMMD_self_address() == 0) {
    block = malloc(bytes);
    for (i = 0; i < 50; i++) block[i] = i;
    CMMD_send_block(1, 0, &bytes, sizeof bytes);
    CMMD_send_block(1, 1, block, bytes);
    free(block);
    return 0;
  }
  bytes = 0;
  CMMD_receive_block(0, 0, &bytes, sizeof bytes);
  block = malloc(bytes);
  CMMD_receive_block(0, 1, block, bytes);
  bad = block[49] != 49.0;
  free(block);
  return bad;
}
