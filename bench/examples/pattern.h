/* pattern.h: the communication pattern of the example programs, with the content of each message. All nodes agree. */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether node i has a message for node j, which is so for about `percent` of 100 pairs. */
static __inline int wanted(int i, int j, int percent) {
  return i != j && (31 * i + 17 * j + 7 * i * j) % 100 < percent;
}

static __inline char letter(int from, int to) { return (char)(1 + (5 * from + 11 * to) % 127); }

static __inline char* new_block(int bytes) {
  char* block = (char*)calloc((size_t)bytes + 1, 1);
  if (block == NULL) exit(1);
  return block;
}

static __inline void fill(char* block, int bytes, int from, int to) { memset(block, letter(from, to), (size_t)bytes); }

static __inline void check(const char* block, int bytes, int from, int to) {
  int i;
  for (i = 0; i < bytes; ++i) {
    if (block[i] == letter(from, to)) continue;
    printf("byte %d of %d from node %d is wrong\n", i, bytes, from);
    exit(1);
  }
}

static __inline int number_in(char** argv, int which, int otherwise) {
  int i;
  for (i = 1; i <= which; ++i) {
    if (argv[i] == NULL) return otherwise;
  }
  return atoi(argv[which]);
}

#endif
