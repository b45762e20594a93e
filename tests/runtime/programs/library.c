/* library.c: does as its first word says, with functions of the C library whose state belongs to a process. */
#define _GNU_SOURCE
#include <err.h>
#include <error.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "nx.h"

static char state[256];
static int raised;

static void at_end(int code, void* text) { printf("%s %d\n", (char*)text, code); }
static void note(int signal) { raised += signal; }

/* A line that is longer than the room for it. */
static void read_lines(const char* name) {
  FILE* file = fopen(name, "w+");
  char* line = malloc(4);
  size_t room = 4;
  long all = 0;
  ssize_t length;
  for (int i = 0; i < 1000; ++i) fputc(i % 500 == 499 ? '\n' : 'x', file);
  rewind(file);
  while ((length = getline(&line, &room, file)) > 0) all += length;
  printf("%ld %d\n", all, room >= 501);
  free(line);
  fclose(file);
}

static void change_environment(void) {
  char text[32];
  sprintf(text, "LIBRARY_A=%ld", mynode());
  putenv(text);
  setenv("LIBRARY_B", text, 1);
  setenv("LIBRARY_B", "other", 0);
  gsync();
  printf("%s %s", getenv("LIBRARY_A"), getenv("LIBRARY_B"));
  unsetenv("LIBRARY_B");
  printf(" %d %d\n", getenv("LIBRARY_B") == NULL, environ != NULL && getenv("PATH") != NULL);
}

static void print_in_all_ways(void) {
  struct iovec pieces[2] = {{"pie", 3}, {"ces\n", 4}};
  FILE* another = fdopen(STDOUT_FILENO, "w");
  dprintf(STDOUT_FILENO, "into %ld\n", mynode());
  wprintf(L"wide %ld\n", mynode());
  if (writev(STDOUT_FILENO, pieces, 2) != 7) printf("not all\n");
  fprintf(another, "another\n");
  fflush(another);
  printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
}

static void read_names(int argc, char** argv) {
  static const struct option names[] = {{"nx", 1, NULL, 'n'}, {"verbose", 0, NULL, 'v'}, {NULL, 0, NULL, 0}};
  int found;
  while ((found = getopt_long_only(argc, argv, "q", names, NULL)) != -1)
    printf("%c=%s ", found, optarg == NULL ? "" : optarg);
  printf("%s\n", optind < argc ? argv[optind] : "");
}

static void take_signals(void) {
  struct sigaction before;
  signal(SIGUSR1, note);
  signal(SIGTERM, SIG_IGN);
  gsync();
  if (mynode() == 0) raise(SIGUSR1);
  raise(SIGTERM);
  sigaction(SIGUSR1, NULL, &before);
  printf("%d %d\n", raised, before.sa_handler == note);
}

/* Ends, as the last word says, with text in the buffers of a file and of standard output. */
static int end_with_open_file(const char* name, const char* how) {
  char byte, own[4096];
  snprintf(own, sizeof(own), "%s%ld", name, mynode());
  fprintf(fopen(own, "w"), "text of %ld", mynode());
  printf("unfinished line");
  if (strcmp(how, "exit") == 0) exit(0);
  if (strcmp(how, "_exit") == 0) _exit(0);
  if (strcmp(how, "crash") == 0) raise(SIGSEGV);
  if (strcmp(how, "wait") == 0) crecv(1, &byte, 1);
  return 0;
}

int main(int argc, char** argv) {
  const char* what = argv[1];
  if (strcmp(what, "open_file") == 0) return end_with_open_file(argv[2], argv[3]);
  if (strcmp(what, "lines") == 0) read_lines(argv[2]);
  if (strcmp(what, "environment") == 0) change_environment();
  if (strcmp(what, "print") == 0) print_in_all_ways();
  if (strcmp(what, "names") == 0) read_names(argc - 1, argv + 1);
  if (strcmp(what, "signals") == 0) take_signals();
  if (strcmp(what, "raise") == 0 && mynode() == 1) raise(SIGTERM);
  if (strcmp(what, "at_exit") == 0) on_exit(at_end, "ended with");
  if (strcmp(what, "warn") == 0) {
    warnx("first %d", 1);
    error(0, 0, "second");
    errx(3, "third");
  }
  if (strcmp(what, "again") == 0) {
    char name[4096];
    snprintf(name, sizeof(name), "%s%ld", argv[2], mynode());
    if (freopen(name, "w", stdout) == NULL) return 1;
    printf("of node %ld\n", mynode());
    fflush(stdout);
    if (freopen(name, "r", stdin) == NULL) return 1;
    if (scanf("of node %s", name) == 1) fprintf(stderr, "read %s\n", name);
  }
  if (strcmp(what, "random") == 0) {
    initstate(5, state, sizeof(state));
    gsync();
    printf("%ld\n", random());
  }
  if (strcmp(what, "host") == 0) {
    char name[64];
    struct rusage used;
    const struct timespec second = {1, 0};
    gethostname(name, sizeof(name));
    clock_nanosleep(CLOCK_MONOTONIC, 0, &second, NULL);
    getrusage(RUSAGE_SELF, &used);
    printf("%s %ld\n", name, (long)used.ru_utime.tv_sec);
  }
  if (strcmp(what, "input") == 0) {
    int a = 0, b = 0;
    const int found = scanf("%d %d", &a, &b);
    printf("%d %d %d\n", found, a, b);
  }
  return 0;
}
