// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: CMMD_receive_v:18
// why: Five elements of a column meet a strided receive of four.
#include <cmmd.h>

int main(void) {
  float m[5][6];
  int i, j;
  for (i = 0; i < 5; i++)
    for (j = 0; j < 6; j++) m[i][j] = CMMD_self_address() == 0 ? i : -1;
  if (CMMD_self_address() == 0) {
    CMMD_send_v(1, 2, &m[0][5], sizeof(float), sizeof m[0], 5);
    return 0;
  }
  CMMD_receive_v(0, 2, &m[0][0], sizeof(float), sizeof m[0], 4);
  return m[3][0] == 3.0f && m[4][0] == -1.0f ? 0 : 1;
}
