/* Calls that are given memory that is not there, or that cannot be written, on node 1; wild.c WORD. */
#include <cmam.h>
#include <cmmd.h>
#include <mpi.h>
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char byte, eight[8], pages[3 * 4096];
static int both[4];

/* Three pages; the one in the middle can be read only. */
static void* pages_with_a_constant_one(void) {
  char* begin = mmap(NULL, sizeof(pages), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(begin + 4096, 4096, PROT_READ);
  return begin;
}
/* Waits for a message into memory that is gone by then. */
static void receive_into_unmapped(void) {
  char* begin = mmap(NULL, sizeof(pages), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long id = irecv(6, begin, sizeof(pages));
  munmap(begin, sizeof(pages));
  csend(5, &byte, 1, 0, 0);
  msgwait(id);
}

/* What may be read only may be sent. */
static void well(void) {
  char text[5] = "";
  if (mynode() == 0) {
    csend(1, "text", 5, 1, 0);
    CMMD_bc_to_nodes("text", 5);
  } else {
    crecv(1, text, 5);
    CMMD_receive_bc_from_node(text, 5);
  }
}
static void well_by_mpi(void) {
  char text[5] = "";
  MPI_Bcast(mynode() == 0 ? (void*)"text" : text, 5, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "well";
  void* const nowhere = (void*)16;
  void* const constant = (void*)"it cannot be written, and has more than enough bytes";
  MPI_Datatype gaps;
  MPI_Request request;
  int place = 0;
  if (strncmp(what, "MPI", 3) == 0) {
    MPI_Init(&argc, &argv);
    MPI_Type_vector(2, 1, 2, MPI_INT, &gaps);
    MPI_Type_commit(&gaps);
  }
  if (strcmp(what, "well") == 0 || strcmp(what, "MPI well") == 0) {
    what[0] == 'M' ? well_by_mpi() : well();
    return 0;
  }
  if (mynode() == 0) {
    isend(7, eight, 8, 1, 0);
    CMMD_send_async(1, 7, eight, 8, NULL, NULL);
    isend(8, pages, sizeof(pages), 1, 0);
    CMMD_send_async(1, 8, pages, sizeof(pages), NULL, NULL);
    if (what[0] == 'M') {
      MPI_Isend(both, 2, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
      MPI_Isend(pages, sizeof(pages), MPI_CHAR, 1, 8, MPI_COMM_WORLD, &request);
    }
    if (strcmp(what, "msgwait unmapped") == 0) {
      crecv(5, &byte, 1);
      csend(6, pages, sizeof(pages), 1, 0);
    }
    crecv(9, &byte, 1); /* which never comes */
  }
#define WRONG(word) else if (strcmp(what, word) == 0)
  if (strcmp(what, "csend") == 0) csend(1, nowhere, 8, 0, 0);
  WRONG("csend too long") csend(1, &byte, 1L << 40, 0, 0);
  WRONG("isend") isend(1, nowhere, 8, 0, 0);
  WRONG("crecv") crecv(1, nowhere, 8);
  WRONG("crecv constant") crecv(1, constant, 8);
  WRONG("irecv constant") irecv(1, constant, 8);
  WRONG("crecv page") crecv(8, pages_with_a_constant_one(), sizeof(pages));
  WRONG("msgwait page") msgwait(irecv(8, pages_with_a_constant_one(), sizeof(pages)));
  WRONG("msgwait unmapped") receive_into_unmapped();
  WRONG("crecvx") crecvx(7, eight, 8, 0, 0, nowhere);
  WRONG("csendrecv") csendrecv(1, eight, 8, 0, 0, 1, constant, 8);
  WRONG("csend underscored") _csend(1, nowhere, 8, 0, 0);
  WRONG("gsendx") gsendx(1, eight, 8, nowhere, 1);
  WRONG("gdsum") gdsum(constant, 1, (double*)eight);
  WRONG("gcolx") {
    long lengths[2] = {8, 8};
    gcolx(eight, lengths, nowhere);
  }
  WRONG("CMMD_send_block") CMMD_send_block(0, 1, nowhere, 8);
  WRONG("CMMD_receive_block") CMMD_receive_block(0, 1, constant, 8);
  WRONG("CMMD_receive_block page") CMMD_receive_block(0, 8, pages_with_a_constant_one(), sizeof(pages));
  WRONG("CMMD_send_v") CMMD_send_v(0, 1, nowhere, 4, 8, 2);
  WRONG("CMMD_receive_v") CMMD_receive_v(0, 7, constant, 4, 8, 2);
  WRONG("CMMD_swap") CMMD_swap(0, nowhere, 8);
  WRONG("CMMD_bc_to_nodes") CMMD_bc_to_nodes(nowhere, 8);
  WRONG("CMMD_reduce_v") CMMD_reduce_v(constant, eight, 2, CMMD_combiner_add, 0);
  WRONG("CMMD_concat_with_nodes") CMMD_concat_with_nodes(eight, constant, 8);
  WRONG("CMAM_open_segment") CMAM_open_segment(constant, 8, NULL, NULL);
  WRONG("CMAM_poll_wait") CMAM_poll_wait((volatile int*)nowhere, 1);
  WRONG("MPI_Send") MPI_Send(nowhere, 2, MPI_INT, 0, 1, MPI_COMM_WORLD);
  WRONG("MPI_Send gaps") MPI_Send(nowhere, 1, gaps, 0, 1, MPI_COMM_WORLD);
  WRONG("MPI_Recv") MPI_Recv(constant, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  WRONG("MPI_Recv gaps") MPI_Recv(constant, 1, gaps, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  WRONG("MPI_Recv page")
  MPI_Recv(pages_with_a_constant_one(), sizeof(pages), MPI_CHAR, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  WRONG("MPI_Sendrecv")
  MPI_Sendrecv(nowhere, 2, MPI_INT, 0, 1, both, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  WRONG("MPI_Recv status") MPI_Recv(both, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, (MPI_Status*)constant);
  WRONG("MPI_Irecv") MPI_Irecv(both, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, (MPI_Request*)nowhere);
  WRONG("MPI_Bcast") MPI_Bcast(nowhere, 2, MPI_INT, 1, MPI_COMM_WORLD);
  WRONG("MPI_Allreduce") MPI_Allreduce(both, constant, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  WRONG("MPI_Allgatherv")
  MPI_Allgatherv(both, 1, MPI_INT, both + 2, (const int*)nowhere, both, MPI_INT, MPI_COMM_WORLD);
  WRONG("MPI_Pack") MPI_Pack(both, 2, MPI_INT, constant, 8, &place, MPI_COMM_WORLD);
  return 0;
}
