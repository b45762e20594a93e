/* host.c: does as its first word says, with what a process has from its host: descriptors, memory, other processes. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timeb.h>
#include <time.h>
#include <unistd.h>

#include "nx.h"

#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Warray-bounds" /* what is wrong here is so on purpose */
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wuse-after-free"

/* Leaves behind one of each kind. */
static int leave_open(void) {
  int ends[2];
  char name[] = "/tmp/switchyard_host_XXXXXX";
  const int file = mkstemp(name);
  unlink(name);
  if (file < 0 || pipe(ends) != 0 || open("/dev/null", O_RDONLY) < 0 || dup(file) < 0) return 1;
  if (opendir("/") == NULL || fcntl(file, F_DUPFD, 10) < 0) return 1;
  char* memory = mmap(NULL, 1 << 22, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(memory, 1, 1 << 22);
  return munmap(memory + (1 << 20), 1 << 20);
}

/* Closes all but its standard streams, of which only its own files are closed. */
static void close_all(void) {
  const int own = open("/dev/null", O_RDONLY);
  int closed = 0;
  for (int i = 3; i < 1000; ++i) closed += close(i) == 0;
  printf("%d %d %d\n", own > 2, closed, close(own) == -1 && errno == EBADF);
}

/* Lets a file take standard output's place for a while. */
static void redirect(const char* folder) {
  char name[4096], text[8] = "";
  snprintf(name, sizeof(name), "%s/redirected%ld", folder, mynode());
  const int saved = dup(STDOUT_FILENO), file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  printf("inside");
  fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  if (pread(file, text, 6, 0) != 6) printf("nothing ");
  printf("%s and back\n", text);
  if (write(saved, "direct\n", 7) != 7) printf("not written\n");
  unlink(name);
}

static void use_closed_streams(void) {
  fclose(stdin);
  fclose(stdout);
  const int printed = printf("x"), put = putchar('x'), line = puts("x"), text = fputs("x", stdout);
  fprintf(stderr, "%d %d %d %d %d %d\n", printed, put, line, text, getchar(), fclose(stdout));
}

static void call_refused(const char* name) {
  char* words[] = {"echo", "replaced", NULL};
  pid_t process;
  timer_t timer;
  if (strcmp(name, "execvpe") == 0) execvpe("echo", words, environ);
  if (strcmp(name, "fexecve") == 0) fexecve(0, words, environ);
  if (strcmp(name, "posix_spawnp") == 0) posix_spawnp(&process, "echo", NULL, NULL, words, environ);
  if (strcmp(name, "daemon") == 0 && daemon(1, 1) == 0) printf("daemon\n");
  if (strcmp(name, "timer_create") == 0) timer_create(CLOCK_REALTIME, NULL, &timer);
  if (strcmp(name, "SYS_fork") == 0) syscall(SYS_fork);
  if (strcmp(name, "SYS_exit_group") == 0) syscall(SYS_exit_group, 7);
  if (strcmp(name, "SYS_kill") == 0) syscall(SYS_kill, getpid(), SIGKILL);
  if (strcmp(name, "SYS_getpid") == 0) printf("%d\n", syscall(SYS_getpid) > 0);
}

static int wait_for_ever(const char* name) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  sem_t semaphore;
  sigset_t all;
  int ends[2];
  char byte;
  sigfillset(&all);
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&mutex);
  if (strcmp(name, "pthread_mutex_lock") == 0) return pthread_mutex_lock(&mutex);
  if (strcmp(name, "pthread_cond_wait") == 0) return pthread_cond_wait(&condition, &mutex);
  if (strcmp(name, "sem_wait") == 0) return sem_wait(&semaphore);
  if (strcmp(name, "sigwait") == 0) return sigwait(&all, ends);
  return pipe(ends) == 0 && read(ends[0], &byte, 1) == 1;
}

/* Misuses the heap on node 1. */
static void misuse_heap(const char* how) {
  char* volatile one = malloc(24), * volatile two = malloc(24);
  memset(one, 0, 24);
  memset(two, 0, 24);
  if (strcmp(how, "beyond") == 0) memset(one, 0xff, 300);
  if (strcmp(how, "in front") == 0) memset(two - 8, 0xff, 8);
  free(two);
  if (strcmp(how, "twice") == 0) free(two);
  if (strcmp(how, "freed") == 0) memset(two - 64, 0xff, 128);
  two = realloc(one, 24);
  free(two);
  free(malloc(24));
}

/* Uses all kinds of blocks, and checks that they do not overlap. */
static int use_heap(void) {
  enum { kBlocks = 300 };
  static unsigned char* blocks[kBlocks];
  static size_t sizes[kBlocks];
  unsigned seed = 7, wrong = 0;
  for (int round = 0; round < 4 * kBlocks; ++round) {
    const unsigned i = (seed = seed * 1103515245 + 12345) / 65536 % kBlocks;
    const size_t size = (size_t)1 << (seed >> 8) % 20, more = size / 2 + seed % 97;
    for (size_t at = 0; at < sizes[i]; at += 1 + sizes[i] / 8) wrong += blocks[i][at] != (unsigned char)i;
    if (round % 3 == 0) {
      free(blocks[i]);
      blocks[i] = calloc(1, sizes[i] = more);
      for (size_t at = 0; at < more; ++at) wrong += blocks[i][at] != 0;
    } else if (round % 3 == 1) {
      blocks[i] = realloc(blocks[i], sizes[i] = more + 1);
    } else {
      free(blocks[i]);
      sizes[i] = size;
      wrong += posix_memalign((void**)&blocks[i], 256, size) != 0 || (size_t)blocks[i] % 256 != 0;
    }
    if (blocks[i] != NULL) memset(blocks[i], (int)i, sizes[i]);
  }
  printf("%u\n", wrong);
  return 0;
}

static void use_own_buffers(void) {
  ENTRY entry = {(char*)"key", (void*)(mynode() + 1)};
  struct timeb now;
  const char* error = strerror(1000 + (int)mynode());
  const int made = hcreate(8);
  hsearch(entry, ENTER);
  gsync();
  const ENTRY* found = hsearch(entry, FIND);
  ftime(&now);
  printf("%d %ld %s %ld\n", made, found == NULL ? 0 : (long)found->data, error, (long)(now.time - time(NULL)));
}

int main(int argc, char** argv) {
  const char *what = argv[1], *word = argc > 2 ? argv[2] : "";
  if (strcmp(what, "open") == 0) return leave_open();
  if (strcmp(what, "close") == 0) close_all();
  if (strcmp(what, "redirect") == 0) redirect(word);
  if (strcmp(what, "closed") == 0) use_closed_streams();
  if (strcmp(what, "closed twice") == 0) {
    FILE* file = fopen("/dev/null", "r");
    fclose(file);
    fclose(file);
  }
  if (strcmp(what, "refused") == 0) call_refused(word);
  if (strcmp(what, "wait") == 0) {
    gsync();
    return mynode() == 1 ? wait_for_ever(word) : 0;
  }
  if (strcmp(what, "misuse") == 0 && mynode() == 1) misuse_heap(word);
  if (strcmp(what, "heap") == 0) return use_heap();
  if (strcmp(what, "buffers") == 0) use_own_buffers();
  if (strcmp(what, "leak") == 0) {
    char* volatile lost = malloc(100 + (size_t)mynode());
    if (mynode() != 1) free(lost);
    lost = strdup("freed");
    free(lost);
  }
  return 0;
}
