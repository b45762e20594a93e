// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: CMMD_send_v gathers a column of a matrix, and the row receives it in one piece.
#include <cmmd.h>
#define R 4
#define C 5

int main(void) {
  double m[R][C], row[R] = {0};
  int i, j;
  for (i = 0; i < R; i++)
    for (j = 0; j < C; j++) m[i][j] = 10 * i + j;
  if (CMMD_self_address() == 0) {
    CMMD_send_v(1, 2, &m[0][3], sizeof(double), sizeof m[0], R);
    return 0;
  }
  CMMD_receive_block(0, 2, row, sizeof row);
  for (i = 0; i < R; i++)
    if (row[i] != 10 * i + 3) return 1;
  return 0;
}
