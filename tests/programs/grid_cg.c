/* grid_cg.c: conjugate gradients for the five-point Laplacian on a square grid, by strips of rows; NX.
 *
 *   grid_cg [-n POINTS] [-t TOLERANCE] [-m ITERATIONS] [-o FILE]
 *
 * The right side is made from a known solution, and the answer is compared with it. With -o each node writes its strip
 * into FILE.NODE and reads it back. */
#include <math.h>
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TO_ABOVE 101
#define TO_BELOW 102

/* The settings, as the options leave them. */
int points = 32;
int most_iterations = 2000;
double tolerance = 1e-10;
char* file_name = NULL;

/* This node and its strip. */
static long me, nodes;
static int first_row, rows;
static int above = -1, below = -1;

/* Vectors: each with a row of its neighbours above and below. */
static double *x, *r, *p, *q, *b;

/* What is counted on the way. */
struct tally {
  long exchanges, reductions, multiplications;
} tally = {0, 0, 0};

static const char* stage = "start";

static void die(const char* why) {
  fprintf(stderr, "node %ld, %s: %s\n", me, stage, why);
  exit(1);
}

static void read_options(int argc, char** argv) {
  int option;
  while ((option = getopt(argc, argv, "n:t:m:o:")) != -1) {
    switch (option) {
      case 'n':
        points = atoi(optarg);
        break;
      case 't':
        tolerance = atof(optarg);
        break;
      case 'm':
        most_iterations = atoi(optarg);
        break;
      case 'o':
        file_name = optarg;
        break;
      default:
        die("usage: grid_cg [-n POINTS] [-t TOLERANCE] [-m ITERATIONS] [-o FILE]");
    }
  }
  if (optind != argc) die("words are left");
  if (points < 1) die("no points");
}

/* Rows are dealt out evenly; with more nodes than rows, the last nodes have none. */
static void divide(void) {
  int share = points / (int)nodes, more = points % (int)nodes, i = (int)me;
  rows = share + (i < more ? 1 : 0);
  first_row = share * i + (i < more ? i : more);
  if (rows == 0) return;
  if (i > 0) above = i - 1;
  if (first_row + rows < points) below = i + 1;
}

static double* new_vector(void) {
  double* v = (double*)calloc((size_t)(rows + 2) * (size_t)points, sizeof(double));
  if (v == NULL) die("no memory");
  return v;
}

static double* row_of(double* v, int row) { return v + (size_t)(row + 1) * (size_t)points; }

/* The neighbours' rows at the edges of the strip. */
static void exchange(double* v) {
  long bytes = (long)(points * (int)sizeof(double)), from_above = 0, from_below = 0;
  if (rows == 0) return;
  if (above >= 0) from_above = irecv(TO_BELOW, row_of(v, -1), bytes);
  if (below >= 0) from_below = irecv(TO_ABOVE, row_of(v, rows), bytes);
  if (above >= 0) csend(TO_ABOVE, row_of(v, 0), bytes, above, 0);
  if (below >= 0) csend(TO_BELOW, row_of(v, rows - 1), bytes, below, 0);
  if (above >= 0) msgwait(from_above);
  if (below >= 0) msgwait(from_below);
  ++tally.exchanges;
}

/* out = A v */
static void multiply(double* out, double* v) {
  int i, j;
  exchange(v);
  for (i = 0; i < rows; ++i) {
    const double *up = row_of(v, i - 1), *here = row_of(v, i), *down = row_of(v, i + 1);
    double* to = row_of(out, i);
    for (j = 0; j < points; ++j) {
      double sum = 4 * here[j];
      if (j > 0) sum -= here[j - 1];
      if (j < points - 1) sum -= here[j + 1];
      to[j] = sum - up[j] - down[j];
    }
  }
  ++tally.multiplications;
}

static double dot(double* v, double* w) {
  double sum = 0, work;
  int i, count = rows * points;
  const double *a = row_of(v, 0), *c = row_of(w, 0);
  for (i = 0; i < count; ++i) sum += a[i] * c[i];
  gdsum(&sum, 1, &work);
  ++tally.reductions;
  return sum;
}

/* v += factor w */
static void add(double* v, double factor, double* w) {
  int i, count = rows * points;
  double* a = row_of(v, 0);
  const double* c = row_of(w, 0);
  for (i = 0; i < count; ++i) a[i] += factor * c[i];
}

static double exact(int i, int j) { return (i + 1) * 0.5 - (j % 7) + 0.01 * ((i * j) % 11); }

static int solve(void) {
  double old, now, alpha;
  int iteration, i, count = rows * points;
  memcpy(r, b, (size_t)(rows + 2) * (size_t)points * sizeof(double));
  memcpy(p, b, (size_t)(rows + 2) * (size_t)points * sizeof(double));
  old = dot(r, r);
  for (iteration = 0; iteration < most_iterations; ++iteration) {
    if (sqrt(old) < tolerance) break;
    multiply(q, p);
    alpha = old / dot(p, q);
    add(x, alpha, p);
    add(r, -alpha, q);
    now = dot(r, r);
    for (i = 0; i < count; ++i) row_of(p, 0)[i] = row_of(r, 0)[i] + now / old * row_of(p, 0)[i];
    old = now;
  }
  return iteration;
}

static void write_and_read_back(void) {
  char name[256];
  FILE* file;
  int row, bad = 0;
  double* line = (double*)malloc((size_t)points * sizeof(double));
  stage = "files";
  snprintf(name, sizeof(name), "%s.%ld", file_name, me);
  if ((file = fopen(name, "wb")) == NULL) die("the file cannot be opened");
  fprintf(file, "%d %d\n", first_row, rows);
  for (row = 0; row < rows; ++row) fwrite(row_of(x, row), sizeof(double), (size_t)points, file);
  fclose(file);
  if ((file = fopen(name, "rb")) == NULL) die("the file cannot be read");
  {
    int begin = -1, count = -1;
    if (fscanf(file, "%d %d", &begin, &count) != 2 || begin != first_row || count != rows) die("another file");
    fgetc(file);
  }
  for (row = 0; row < rows; ++row) {
    if (fread(line, sizeof(double), (size_t)points, file) != (size_t)points) die("the file ends early");
    bad += memcmp(line, row_of(x, row), (size_t)points * sizeof(double)) != 0;
  }
  fclose(file);
  remove(name);
  free(line);
  if (bad != 0) die("the file has other rows");
}

int main(int argc, char** argv) {
  double *known, error = 0, work, began;
  long all[3], counted[3], total = 0;
  int i, j, iterations;
  me = mynode();
  nodes = numnodes();
  read_options(argc, argv);
  divide();
  x = new_vector(), r = new_vector(), p = new_vector(), q = new_vector(), b = new_vector(), known = new_vector();
  for (i = 0; i < rows; ++i)
    for (j = 0; j < points; ++j) row_of(known, i)[j] = exact(first_row + i, j);
  stage = "right side";
  multiply(b, known);
  stage = "solving";
  began = dclock();
  iterations = solve();
  stage = "checks";
  for (i = 0; i < rows * points; ++i) {
    double off = fabs(row_of(x, 0)[i] - row_of(known, 0)[i]);
    if (off > error) error = off;
  }
  gdhigh(&error, 1, &work);
  if (error > 1e-6) die("the solution is wrong");
  if (iterations >= most_iterations) die("it does not converge");
  if (dclock() <= began) die("no time has passed");
  if (file_name != NULL) write_and_read_back();
  counted[0] = tally.multiplications;
  counted[1] = rows;
  counted[2] = tally.reductions;
  memcpy(all, counted, sizeof(all));
  gisum(all, 3, counted);
  total = all[1];
  if (total != points || all[0] != (long)(iterations + 1) * nodes) die("the counts are wrong");
  if (me == 0) printf("result: %d x %d points, error below 1e-6\n", points, points);
  free(x), free(r), free(p), free(q), free(b), free(known);
  return 0;
}
