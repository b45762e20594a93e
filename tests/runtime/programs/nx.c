/* Handlers, names with an underscore and what is the node's own, of NX; nx.c WORD. */
#include <errno.h>
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(holds)                                                              \
  do {                                                                             \
    if (!(holds)) {                                                                \
      printf("line %d: %s does not hold, node %ld\n", __LINE__, #holds, mynode()); \
      exit(1);                                                                     \
    }                                                                              \
  } while (0)

static long asked, number, called, last_parameter, last_node;

/* Answers with the square; the asker waits for it in a call that blocks. */
static void answer(long type, long count, long node, long pid) {
  long square = number * number;
  EXPECT(type == 1 && count == (long)sizeof(number) && pid == 0);
  ++asked;
  if (asked < numnodes() - 1) hrecv(1, &number, sizeof(number), answer);
  csend(2, &square, sizeof(square), node, 0);
}

/* Node 0 answers the others while it waits for what the last of them sends in the end. */
static void serve(void) {
  long me = mynode(), n = numnodes(), value = me, token = 0;
  if (n == 1) return;
  if (me == 0) {
    hrecv(1, &number, sizeof(number), answer);
    crecv(3, &token, sizeof(token));
    EXPECT(token == n - 1 && infonode() == n - 1 && infotype() == 3);
    while (asked < n - 1) flick();
  } else {
    csend(1, &value, sizeof(value), 0, 0);
    crecv(2, &value, sizeof(value));
    EXPECT(value == me * me);
    if (me > 1) crecv(4, &token, sizeof(token));
    if (me < n - 1) csend(4, &me, sizeof(me), me + 1, 0);
    if (me == n - 1) csend(3, &me, sizeof(me), 0, 0);
  }
}

static void note(long type, long count, long node, long pid, long parameter) {
  EXPECT(type == 5 && count == 4 && pid == 0);
  last_node = node;
  last_parameter = parameter;
  ++called;
}
static void note_plain(long type, long count, long node, long pid) { note(type, count, node, pid, 7); }

/* Handlers wait while they are masked. */
static void mask(void) {
  long me = mynode(), other = me ^ 1;
  char in[4], out[4] = "abc";
  if (numnodes() % 2 != 0) return;
  EXPECT(masktrap(1) == 0);
  hrecvx(5, in, sizeof(in), other, -1, note, 42);
  gsync();
  hsend(5, out, sizeof(out), other, 0, note_plain);
  gsync();
  while (!iprobe(6)) csend(6, NULL, 0, me, 0);
  crecv(6, NULL, 0);
  EXPECT(called == 0);
  EXPECT(masktrap(0) == 1);
  while (called < 2) flick();
  EXPECT(last_node == other && memcmp(in, "abc", 4) == 0);
  hsendx(5, out, sizeof(out), other, 0, note, 9);
  crecvx(5, in, sizeof(in), other, -1, NULL);
  while (called < 3) flick();
  EXPECT(last_parameter == 9);
}

static void underscored(void) {
  long me = mynode(), value = 5, id;
  double sum = 1, work;
  errno = 0;
  EXPECT(_csend(-5, &value, sizeof(value), me, 0) == -1 && errno == EINVAL);
  errno = 0;
  EXPECT(_csend(1, &value, sizeof(value), numnodes(), 0) == -1 && errno == EINVAL);
  EXPECT(_irecv(1, NULL, 8) == -1 && _msgwait(77) == -1);
  errno = 0;
  EXPECT(_hrecv(1, &value, sizeof(value), NULL) == -1);
  id = _irecv(1, &value, sizeof(value));
  EXPECT(id > 0);
  EXPECT(_csend(1, &me, sizeof(me), me, 0) == 0 && _msgwait(id) == 0 && value == me);
  EXPECT(_gdsum(&sum, 1, &work) == 0 && sum == (double)numnodes() && _gsync() == 0);
  EXPECT(_killcube(numnodes(), 0) == -1);
  EXPECT(restrictvol(1, 0, NULL) == 0);
}

/* Each name is there. */
typedef void (*any_function)(void);
#define NAME(name) (any_function)(name)
static void names(void) {
  const any_function all[] = {
      NAME(mynode),    NAME(numnodes),  NAME(mypid),     NAME(csend),    NAME(crecv),       NAME(crecvx),
      NAME(csendrecv), NAME(isend),     NAME(irecv),     NAME(irecvx),   NAME(isendrecv),   NAME(msgwait),
      NAME(msgdone),   NAME(msgcancel), NAME(msgignore), NAME(msgmerge), NAME(cprobe),      NAME(cprobex),
      NAME(iprobe),    NAME(iprobex),   NAME(infocount), NAME(infonode), NAME(infotype),    NAME(infopid),
      NAME(gsync),     NAME(gcol),      NAME(gcolx),     NAME(gopf),     NAME(gdsum),       NAME(gisum),
      NAME(gssum),     NAME(gdhigh),    NAME(gihigh),    NAME(gshigh),   NAME(gdlow),       NAME(gilow),
      NAME(gslow),     NAME(gdprod),    NAME(giprod),    NAME(gsprod),   NAME(giand),       NAME(gior),
      NAME(gixor),     NAME(gland),     NAME(glor),      NAME(gsendx),   NAME(hrecv),       NAME(hrecvx),
      NAME(hsend),     NAME(hsendx),    NAME(masktrap),  NAME(flick),    NAME(mclock),      NAME(dclock),
      NAME(killcube),  NAME(nodedim),   NAME(ginv),      NAME(gray),     NAME(restrictvol), NAME(_csend),
      NAME(_crecv),    NAME(_isend),    NAME(_irecv),    NAME(_msgwait), NAME(_cprobe),     NAME(_gsync),
      NAME(_gdsum),    NAME(_hrecv),    NAME(_gopf),     NAME(_msgdone)};
  size_t i;
  for (i = 0; i < sizeof(all) / sizeof(all[0]); ++i) EXPECT(all[i] != NULL);
}

static void leave_all(long type, long count, long node, long pid) {
  (void)type, (void)count, (void)node, (void)pid;
  exit(0);
}

int main(int argc, char** argv) {
  const char* word = argc > 1 ? argv[1] : "";
  if (strcmp(word, "serve") == 0) serve();
  if (strcmp(word, "mask") == 0) mask();
  if (strcmp(word, "underscored") == 0) underscored();
  if (strcmp(word, "names") == 0) names();
  if (strcmp(word, "exit") == 0) { /* from a handler */
    char in;
    hrecv(1, &in, 1, leave_all);
    csend(1, "x", 1, mynode(), 0);
    crecv(2, &in, 1);
    return 1;
  }
  if (strcmp(word, "killcube") == 0) {
    killcube(mynode(), 0);
    return 1;
  }
  if (strcmp(word, "killothers") == 0) killcube(-1, -1);
  if (strcmp(word, "left") == 0) { /* a message that is not waited for */
    long value = 0;
    if (mynode() == 0) isend(1, &value, sizeof value, 1, 0);
    if (mynode() == 1) crecv(1, &value, sizeof value);
  }
  if (strcmp(word, "unknown") == 0) msgwait(5);
  if (strcmp(word, "deadlock") == 0) {
    char in;
    hrecv(1, &in, 1, leave_all);
    crecv(2, &in, 1);
  }
  return 0;
}
