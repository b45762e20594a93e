// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: none
// why: The index that comes in a message is used without a check and lies beyond the table.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  int index[3] = {0, 9, 10}, *table, bad;
  if (CMMD_self_address() == 0) {
    CMMD_send_block(1, 1, index, sizeof index);
    return 0;
  }
  table = calloc(10, sizeof *table);
  CMMD_receive_block(0, 1, index, sizeof index);
  table[index[0]]++;
  table[index[1]]++;
  table[index[2]]++;
  bad = table[0] != 1 || table[9] != 1;
  free(table);
  return bad;
}
