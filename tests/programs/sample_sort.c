/* sample_sort.c: sorts numbers that are spread over all nodes, by splitters from a sample; NX.
 *
 *   sample_sort [-n NUMBERS] [-s SAMPLES] [-r SEED] [-v]
 *
 * NUMBERS are those of all nodes together, and the same on any number of nodes. */
#include <errno.h>
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PART = 10, EDGE = 20 };

static int numbers = 4096, samples = 8, verbose = 0;
static unsigned seed = 1;
static long me, nodes;

/* What this node has; grows as parts come. */
static struct store {
  unsigned* at;
  int count, room;
} mine, sorted;

static unsigned long comparisons;

static void fail(const char* what) {
  fprintf(stderr, "sample_sort: %s: %s\n", what, strerror(errno));
  exit(2);
}

static void put(struct store* store, unsigned value) {
  if (store->count == store->room) {
    store->room = store->room == 0 ? 16 : 2 * store->room;
    store->at = (unsigned*)realloc(store->at, (size_t)store->room * sizeof(unsigned));
    if (store->at == NULL) fail("realloc");
  }
  store->at[store->count++] = value;
}

static int compare(const void* a, const void* b) {
  unsigned left = *(const unsigned*)a, right = *(const unsigned*)b;
  ++comparisons;
  return left < right ? -1 : left > right;
}

static void sort(struct store* store) {
  if (store->count > 0) qsort(store->at, (size_t)store->count, sizeof(unsigned), compare);
}

/* All nodes draw the same sequence and keep what is theirs. */
static void draw(void) {
  int i;
  srandom(seed);
  for (i = 0; i < numbers; ++i) {
    unsigned value = (unsigned)random() % 100000U;
    if (i % nodes == me) put(&mine, value);
  }
}

static unsigned* choose_splitters(void) {
  unsigned *chosen = (unsigned*)malloc((size_t)samples * sizeof(unsigned)),
           *all = (unsigned*)malloc((size_t)(samples * nodes) * sizeof(unsigned)),
           *splitters = (unsigned*)malloc((size_t)nodes * sizeof(unsigned));
  long bytes = samples * (long)sizeof(unsigned), got = 0, i;
  if (chosen == NULL || all == NULL || splitters == NULL) fail("malloc");
  for (i = 0; i < samples; ++i) chosen[i] = mine.count == 0 ? 50000U : mine.at[i * mine.count / samples];
  gcol(chosen, bytes, all, bytes * nodes, &got);
  if (got != bytes * nodes) fail("gcol");
  qsort(all, (size_t)(samples * nodes), sizeof(unsigned), compare);
  for (i = 1; i < nodes; ++i) splitters[i - 1] = all[i * samples];
  free(chosen);
  free(all);
  return splitters;
}

/* Each part to its node; how long it is, a receiver finds out by a probe. */
static void trade(const unsigned* splitters) {
  int begin = 0;
  long *sends = (long*)calloc((size_t)nodes, sizeof(long)), i;
  unsigned* part;
  if (sends == NULL) fail("calloc");
  for (i = 0; i < nodes; ++i) {
    int end = begin;
    while (end < mine.count && (i == nodes - 1 || mine.at[end] < splitters[i])) ++end;
    if (i == me) {
      int k;
      for (k = begin; k < end; ++k) put(&sorted, mine.at[k]);
    } else {
      sends[i] = isend(PART, mine.at + begin, (end - begin) * (long)sizeof(unsigned), i, 0);
    }
    begin = end;
  }
  for (i = 1; i < nodes; ++i) {
    long count, k;
    cprobe(PART);
    count = infocount();
    part = (unsigned*)malloc((size_t)count + 1);
    if (part == NULL) fail("malloc");
    crecv(PART, part, count);
    if (infocount() != count) fail("a part of another length");
    for (k = 0; k < count / (long)sizeof(unsigned); ++k) put(&sorted, part[k]);
    free(part);
  }
  for (i = 0; i < nodes; ++i)
    if (i != me) msgwait(sends[i]);
  free(sends);
}

/* Each node's numbers are in order, and no less than those of the nodes before. */
static void check(void) {
  unsigned edge = 0;
  int i;
  if (me > 0) crecv(EDGE, &edge, sizeof(edge));
  for (i = 0; i < sorted.count; ++i) {
    if (sorted.at[i] < edge) {
      errno = ERANGE;
      fail("not in order");
    }
    edge = sorted.at[i];
  }
  if (me < nodes - 1) csend(EDGE, &edge, sizeof(edge), me + 1, 0);
}

int main(int argc, char** argv) {
  static const char usage[] = "usage: sample_sort [-n NUMBERS] [-s SAMPLES] [-r SEED] [-v]\n";
  unsigned* splitters;
  long sums[4], work[4];
  int option, i;
  me = mynode();
  nodes = numnodes();
  while ((option = getopt(argc, argv, "n:s:r:v")) != -1) {
    if (option == 'n')
      numbers = atoi(optarg);
    else if (option == 's')
      samples = atoi(optarg);
    else if (option == 'r')
      seed = (unsigned)strtoul(optarg, NULL, 10);
    else if (option == 'v')
      verbose = 1;
    else {
      fputs(usage, stderr);
      return 2;
    }
  }
  draw();
  sort(&mine);
  splitters = choose_splitters();
  trade(splitters);
  sort(&sorted);
  check();
  memset(sums, 0, sizeof(sums));
  sums[0] = sorted.count;
  for (i = 0; i < sorted.count; ++i) sums[1] += sorted.at[i], sums[2] ^= sorted.at[i];
  sums[3] = comparisons > 0;
  if (verbose) printf("%d numbers, %lu comparisons\n", sorted.count, comparisons);
  {
    long mixed = sums[2];
    gixor(&mixed, 1, work);
    gisum(sums, 4, work);
    if (sums[0] != numbers) {
      fprintf(stderr, "%ld numbers are left of %d\n", sums[0], numbers);
      return 1;
    }
    if (me == 0) printf("result: %ld numbers, sum %ld, mix %ld\n", sums[0], sums[1], mixed);
  }
  free(splitters);
  free(mine.at);
  free(sorted.at);
  return 0;
}
