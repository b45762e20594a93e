/* process.c: does as its first word says, and keeps state wherever C keeps it for a process. */
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "nx.h"

static int initial = 7;
static volatile int zero;
static char table[100000];

static void at_end(void) { printf("at exit\n"); }

/* Prints the options with their arguments, and then the words that are none. */
static void options(int argc, char** argv) {
  int option;
  while ((option = getopt(argc, argv, "vo:")) != -1) printf("%c=%s ", option, optarg != NULL ? optarg : "");
  for (; optind < argc; ++optind) printf("%s ", argv[optind]);
  printf("\n");
}

/* All nodes take turns, so that shared state shows. */
static void state(int argc, char** argv) {
  int option, letters = 0;
  char text[] = "a,b,c", *token;
  initial += (int)mynode();
  zero += 1;
  table[99999] = (char)mynode();
  srand(3 + (unsigned)mynode());
  token = strtok(text, ",");
  while ((option = getopt(argc, argv, "abx:")) != -1) {
    letters = 10 * letters + (option == 'a' ? 1 : option == 'b' ? 2 : atoi(optarg));
    gsync();
  }
  errno = (int)mynode();
  gsync();
  token = strtok(NULL, ",");
  printf("%d %d %d %d %s %d %d\n", initial, zero, table[99999] == mynode(), letters, token, errno == mynode(), rand());
}

static void* start(void* argument) { return argument; }
static void on_alarm(int signal) { (void)signal; }

static long deep(long n) {
  volatile char room[4096];
  room[0] = (char)n;
  return n < 0 ? room[0] : deep(n + 1) + room[0];
}

/* Does with the stack for handlers what libraries for tests do, and says whether it finds what it has set. */
static int change_signal_stack(void) {
  static char own[1 << 16];
  stack_t stack = {0}, found = {0};
  int right = sigaltstack(NULL, &found) == 0 && found.ss_flags == SS_DISABLE;
  stack.ss_sp = own;
  right = right && sigaltstack(&stack, NULL) == -1 && errno == ENOMEM;
  stack.ss_size = sizeof own;
  right = right && sigaltstack(&stack, NULL) == 0 && sigaltstack(NULL, &found) == 0 && found.ss_sp == own;
  stack.ss_flags = SS_DISABLE;
  return right && sigaltstack(&stack, &found) == 0 && found.ss_size == sizeof own;
}

int main(int argc, char** argv) {
  const char* what = argv[1];
  volatile int* nowhere = NULL;
  char byte = 0;
  argv[1] = argv[0];
  argv++, argc--;
  if (strcmp(what, "state") == 0) state(argc, argv);
  if (strcmp(what, "options") == 0) options(argc, argv);
  if (strcmp(what, "exit") == 0) {
    atexit(at_end);
    if (mynode() == 1) exit(mynode() == 1 ? 3 : 0);
    return 0;
  }
  if (strcmp(what, "null") == 0 && mynode() == 1) return *nowhere;
  if (strcmp(what, "deep") == 0) printf("%d\n", change_signal_stack());
  if (strcmp(what, "deep") == 0 && mynode() == 1) return (int)deep(0);
  if (strcmp(what, "abort") == 0 && mynode() == 1) abort();
  if (strcmp(what, "assert") == 0) assert(mynode() != 1);
  if (strcmp(what, "fork") == 0) return fork();
  if (strcmp(what, "thread") == 0) {
    pthread_t thread;
    return pthread_create(&thread, NULL, start, NULL);
  }
  if (strcmp(what, "library") == 0) return dlopen("libown.so", RTLD_NOW) == NULL;
  if (strcmp(what, "signal") == 0) {
    signal(SIGINT, SIG_IGN);
    signal(SIGALRM, on_alarm);
    alarm(1);
  }
  if (strcmp(what, "alarm") == 0) {
    const unsigned before = alarm(100);
    sleep(2);
    const unsigned rest = alarm(50);
    sleep(60);
    printf("%u %u %u\n", before, rest, alarm(0));
  }
  if (strcmp(what, "sleep") == 0) {
    double before = dclock();
    time_t date = time(NULL);
    sleep(2);
    printf("%.1f %ld %d\n", dclock() - before, (long)(time(NULL) - date), getpid() - 1000);
  }
  if (strcmp(what, "endless") == 0) {
    gsync();
    if (mynode() == 1)
      for (;;) ++zero;
    crecv(5, &byte, 1);
  }
  if (strcmp(what, "leak") == 0) {
    FILE* file = fopen("/dev/null", "w");
    char* memory = malloc(1000000);
    memset(memory, 1, 1000000);
    fprintf(file, "text");
    printf("before");
    crecv(5, &byte, 1);
  }
  if (strcmp(what, "collect") == 0) {
    double x[2] = {1.0, (double)mynode()}, work[2];
    long highest = mynode(), all[64], count = 0, mine = 10 * mynode();
    gdsum(x, 2, work);
    gihigh(&highest, 1, &count);
    gcol(&mine, sizeof(mine), all, sizeof(all), &count);
    printf("%g %g %ld %ld %ld\n", x[0], x[1], highest, count / (long)sizeof(long), all[numnodes() - 1]);
  }
  if (strcmp(what, "messages") == 0) {
    long info[8], in[2] = {0, 0}, out = 100 + mynode(), peer = mynode() ^ 1;
    long receive = irecvx(-1, in, sizeof(in), peer, -1, info);
    long send = isend(7, &out, sizeof(out), peer, 0);
    msgwait(receive);
    msgwait(send);
    csend(8, &out, sizeof(out), peer, 0);
    while (!iprobe(8)) flick();
    crecv(0x80000100, &in[1], sizeof(in[1]));
    printf("%ld %ld %ld %ld %ld %ld\n", in[0], in[1], info[0], info[1], info[2], infotype());
  }
  return 0;
}
