/* blocks.c ROUNDS: allocates and frees blocks of several sizes, a hundred of them at a time, ROUNDS times. */
#include <stdlib.h>

enum { BLOCKS = 100 };

int main(int argc, char** argv) {
  const long rounds = argc > 1 ? atol(argv[1]) : 1;
  void* blocks[BLOCKS];
  for (long round = 0; round < rounds; ++round) {
    for (int i = 0; i < BLOCKS; ++i) blocks[i] = malloc(16 + 48 * (i % 20));
    for (int i = 0; i < BLOCKS; ++i) free(blocks[i]);
  }
  return 0;
}
