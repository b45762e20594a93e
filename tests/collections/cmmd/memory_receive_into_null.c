// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 2
// call: CMMD_receive_block:20
// why: The receiver never allocates the block that it receives into.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  double* block = NULL;
  int i, bad;
  if (CMMD_self_address() == 0) {
    block = malloc(50 * sizeof *block);
    for (i = 0; i < 50; i++) block[i] = i;
    CMMD_send_block(1, 1, block, 50 * sizeof *block);
    free(block);
    return 0;
  }
  CMMD_receive_block(0, 1, block, 50 * sizeof *block);
  bad = block[49] != 49.0;
  free(block);
  return bad;
}
