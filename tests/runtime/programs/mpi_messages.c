/* mpi_messages.c: point-to-point communication, on any number of nodes from 2 on. */
#include "mpi_check.h"

static int rank, size;

static void ring(void) {
  int token = rank == 0 ? 1 : 0, got = -1;
  MPI_Status status;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  if (rank == 0) {
    MPI_Send(&token, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, before, 7, MPI_COMM_WORLD, &status);
    CHECK(got == size);
  } else {
    MPI_Recv(&got, 1, MPI_INT, before, 7, MPI_COMM_WORLD, &status);
    ++got;
    MPI_Send(&got, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
  }
  int count;
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 7 && count == 1);
}

/* Node 0 gets a message of each mode from all others, in the order in which each of them has sent. */
static void modes(void) {
  enum { kModes = 4 };
  if (rank > 0) {
    char room[256];
    int value = rank;
    MPI_Buffer_attach(room, sizeof room);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Bsend(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    value = -1; /* the buffered one has its copy */
    MPI_Ssend(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    MPI_Recv(&value, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&rank, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    void* detached;
    int bytes;
    MPI_Buffer_detach(&detached, &bytes);
    CHECK(detached == room && bytes == sizeof room);
    return;
  }
  for (int from = 1; from < size; ++from) {
    int value = 0;
    MPI_Request ready;
    for (int mode = 1; mode < kModes; ++mode) {
      MPI_Recv(&value, 1, MPI_INT, from, mode, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(value == from);
    }
    MPI_Irecv(&value, 1, MPI_INT, from, 4, MPI_COMM_WORLD, &ready);
    MPI_Send(NULL, 0, MPI_INT, from, 9, MPI_COMM_WORLD);
    MPI_Wait(&ready, MPI_STATUS_IGNORE);
    CHECK(ready == MPI_REQUEST_NULL && value == from);
  }
}

/* All nodes send to all, themselves among them, and complete their requests in several ways. */
static void requests(void) {
  enum { kMost = 64 };
  static int in[kMost], out[kMost];
  MPI_Request requests[2 * kMost];
  MPI_Status statuses[2 * kMost];
  for (int way = 0; way < 5; ++way) {
    for (int peer = 0; peer < size; ++peer) {
      in[peer] = -1;
      out[peer] = 1000 * rank + peer + way;
      MPI_Irecv(&in[peer], 1, MPI_INT, peer, way, MPI_COMM_WORLD, &requests[peer]);
    }
    for (int peer = 0; peer < size; ++peer)
      MPI_Isend(&out[peer], 1, MPI_INT, peer, way, MPI_COMM_WORLD, &requests[size + peer]);
    int left = 2 * size, flag = 0, index, indices[2 * kMost];
    switch (way) {
      case 0:
        MPI_Waitall(2 * size, requests, statuses);
        for (int peer = 0; peer < size; ++peer) CHECK(statuses[peer].MPI_SOURCE == peer);
        break;
      case 1:
        for (; left > 0; --left) {
          MPI_Waitany(2 * size, requests, &index, statuses);
          CHECK(index >= 0 && index < 2 * size && requests[index] == MPI_REQUEST_NULL);
        }
        MPI_Waitany(2 * size, requests, &index, statuses);
        CHECK(index == MPI_UNDEFINED && statuses[0].MPI_SOURCE == MPI_ANY_SOURCE);
        break;
      case 2:
        while (left > 0) {
          int count;
          MPI_Waitsome(2 * size, requests, &count, indices, statuses);
          CHECK(count > 0);
          left -= count;
        }
        break;
      case 3:
        while (!flag) MPI_Testall(2 * size, requests, &flag, statuses);
        break;
      default:
        for (int i = 0; i < 2 * size; ++i) {
          for (flag = 0; !flag;) MPI_Test(&requests[i], &flag, statuses);
        }
    }
    for (int peer = 0; peer < size; ++peer) CHECK(in[peer] == 1000 * peer + rank + way);
    for (int i = 0; i < 2 * size; ++i) CHECK(requests[i] == MPI_REQUEST_NULL);
  }
}

static void persistent(void) {
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  int in = 0, out = 0;
  MPI_Request both[2];
  MPI_Recv_init(&in, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &both[0]);
  MPI_Send_init(&out, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &both[1]);
  for (int round = 0; round < 3; ++round) {
    out = 10 * rank + round;
    MPI_Startall(2, both);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    CHECK(in == 10 * before + round && both[0] != MPI_REQUEST_NULL);
  }
  MPI_Status status;
  MPI_Wait(&both[0], &status); /* inactive */
  CHECK(status.MPI_TAG == MPI_ANY_TAG);
  MPI_Request_free(&both[0]);
  MPI_Request_free(&both[1]);
  CHECK(both[0] == MPI_REQUEST_NULL);
}

static void probes(void) {
  MPI_Status status;
  int count, flag;
  if (rank > 0) {
    const double values[3] = {rank, 2.0 * rank, 3.0 * rank};
    MPI_Send(values, rank % 3 + 1, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
    MPI_Send(values, 1, MPI_DOUBLE, 0, 1000, MPI_COMM_WORLD);
    return;
  }
  for (int i = 1; i < size; ++i) {
    double values[3] = {0};
    if (i % 2 == 0) {
      MPI_Probe(MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &status);
    } else {
      for (flag = 0; !flag;) MPI_Iprobe(i, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    }
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK(status.MPI_SOURCE == i && status.MPI_TAG == i && count == i % 3 + 1);
    MPI_Recv(values, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
    CHECK(values[count - 1] == (double)count * i);
  }
  for (int i = 1; i < size; ++i) {
    MPI_Message message;
    double value = 0;
    MPI_Mprobe(i, 1000, MPI_COMM_WORLD, &message, &status);
    CHECK(status.MPI_SOURCE == i);
    if (i % 2 == 0) {
      MPI_Mrecv(&value, 1, MPI_DOUBLE, &message, &status);
    } else {
      MPI_Request request;
      MPI_Imrecv(&value, 1, MPI_DOUBLE, &message, &request);
      MPI_Wait(&request, &status);
    }
    CHECK(message == MPI_MESSAGE_NULL && value == i && status.MPI_SOURCE == i && status.MPI_TAG == 1000);
  }
  MPI_Improbe(MPI_ANY_SOURCE, 4711, MPI_COMM_WORLD, &flag, &(MPI_Message){0}, &status);
  CHECK(!flag);
}

static void no_process(void) {
  int value = 5, flag;
  MPI_Status status;
  MPI_Request request;
  MPI_Message message;
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  CHECK(value == 5 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  MPI_Test(&request, &flag, &status);
  CHECK(flag && request == MPI_REQUEST_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
  CHECK(message == MPI_MESSAGE_NO_PROC);
  MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
  CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
}

static void exchanges(void) {
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  int out = rank, in = -1;
  MPI_Status status;
  MPI_Sendrecv(&out, 1, MPI_INT, next, 1, &in, 1, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  CHECK(in == before && status.MPI_SOURCE == before && status.MPI_TAG == 1);
  MPI_Sendrecv_replace(&out, 1, MPI_INT, before, 2, next, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(out == next);
}

/* A send and a receive with one request, completed in several ways, beside requests of other kinds. */
static void exchanges_with_one_request(void) {
  enum { kWays = 8 };
  const int next = (rank + 1) % size, before = (rank + size - 1) % size, sources[] = {before, next, rank};
  for (int way = 0; way < kWays; ++way) {
    int out = 100 * rank + way, in = -1, both = out, extra = -1, flag = 0, index = -1, count, left, indices[3];
    MPI_Request all[3];
    MPI_Status status, statuses[3];
    MPI_Isendrecv(&out, 1, MPI_INT, next, way, &in, 1, MPI_INT, MPI_ANY_SOURCE, way, MPI_COMM_WORLD, &all[0]);
    MPI_Isendrecv_replace(&both, 1, MPI_INT, before, 50 + way, next, MPI_ANY_TAG, MPI_COMM_WORLD, &all[1]);
    MPI_Irecv(&extra, 1, MPI_INT, rank, 90, MPI_COMM_WORLD, &all[2]);
    MPI_Send(&rank, 1, MPI_INT, rank, 90, MPI_COMM_WORLD);
    switch (way) {
      case 0:
        MPI_Wait(&all[0], &status);
        CHECK(status.MPI_SOURCE == before && status.MPI_TAG == way);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(count == 1);
        break;
      case 1:
        while (!flag) MPI_Test(&all[0], &flag, &status);
        CHECK(status.MPI_SOURCE == before && status.MPI_TAG == way && in == 100 * before + way);
        break;
      case 2:
        while (!flag) MPI_Request_get_status(all[0], &flag, &status);
        CHECK(all[0] != MPI_REQUEST_NULL && status.MPI_SOURCE == before && in == 100 * before + way);
        break;
      case 3:
        while (!flag) MPI_Testall(3, all, &flag, statuses);
        CHECK(statuses[0].MPI_SOURCE == before && statuses[1].MPI_SOURCE == next && statuses[1].MPI_TAG == 50 + way);
        break;
      case 4:
        for (left = 3; left > 0; --left) {
          MPI_Waitany(3, all, &index, &status);
          CHECK(all[index] == MPI_REQUEST_NULL && status.MPI_SOURCE == sources[index]);
        }
        break;
      case 5:
        for (left = 3; left > 0; left -= flag && index != MPI_UNDEFINED) MPI_Testany(3, all, &index, &flag, &status);
        break;
      case 6:
        for (left = 3; left > 0; left -= count) {
          MPI_Waitsome(3, all, &count, indices, statuses);
          CHECK(count > 0);
        }
        break;
      default:
        for (left = 3; left > 0; left -= count) MPI_Testsome(3, all, &count, indices, statuses);
    }
    MPI_Waitall(3, all, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; ++i) CHECK(all[i] == MPI_REQUEST_NULL);
    CHECK(in == 100 * before + way && both == 100 * next + way && extra == rank);
  }
}

/* A send and a receive with one request, one of which or both have no process at the other end; and both cancelled. */
static void halves_of_exchanges(void) {
  int out = rank, in = -1, flag;
  MPI_Status status;
  MPI_Request request;
  MPI_Isendrecv(&out, 1, MPI_INT, MPI_PROC_NULL, 0, &in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  MPI_Test(&request, &flag, &status);
  CHECK(flag && request == MPI_REQUEST_NULL && status.MPI_SOURCE == MPI_PROC_NULL && in == -1);
  const int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  MPI_Isendrecv(&out, 1, MPI_INT, up, 1, &in, 1, MPI_INT, down, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  CHECK(status.MPI_SOURCE == down && in == (rank > 0 ? rank - 1 : -1));
  MPI_Isendrecv_replace(&out, 1, MPI_INT, up, 2, down, 2, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(out == (rank > 0 ? rank - 1 : rank));
  MPI_Isendrecv(&out, 1, MPI_INT, MPI_PROC_NULL, 0, &in, 1, MPI_INT, rank, 78, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag && request == MPI_REQUEST_NULL);
  MPI_Isendrecv(&rank, 1, MPI_INT, rank, 3, &in, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Recv(&in, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(request == MPI_REQUEST_NULL && in == rank);
}

/* A receive that nobody answers, and a message longer than its buffer. */
static void endings(void) {
  int values[4] = {1, 2, 3, 4}, flag, count;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(values, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0) MPI_Send(values, 4, MPI_INT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1) {
    int two[3] = {0, 0, -7};
    CHECK_ERROR(MPI_ERR_TRUNCATE, MPI_Recv(two, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, &status));
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(two[0] == 1 && two[1] == 2 && two[2] == -7 && count == 2);
  }
  if (rank == 0) MPI_Send(values, 4, MPI_INT, 1, 6, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Request two[2];
    MPI_Status both[2];
    MPI_Irecv(values, 3, MPI_INT, 0, 6, MPI_COMM_WORLD, &two[0]);
    MPI_Irecv(values, 3, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD, &two[1]);
    CHECK_ERROR(MPI_ERR_IN_STATUS, MPI_Waitall(2, two, both));
    CHECK(both[0].MPI_ERROR == MPI_ERR_TRUNCATE && both[1].MPI_ERROR == MPI_SUCCESS);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* A column of a matrix, into a row. */
static void strided(void) {
  double matrix[3][4], row[3] = {0};
  MPI_Datatype column;
  MPI_Type_vector(3, 1, 4, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < 12; ++i) matrix[i / 4][i % 4] = 100 * rank + i;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Request request;
  MPI_Irecv(row, 3, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &request);
  MPI_Send(&matrix[0][1], 1, column, next, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; ++i) CHECK(row[i] == 100 * before + 4 * i + 1);
  MPI_Irecv(&matrix[0][2], 1, column, before, 2, MPI_COMM_WORLD, &request);
  MPI_Send(row, 3, MPI_DOUBLE, next, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  const int twice = (before + size - 1) % size;
  for (int i = 0; i < 3; ++i) CHECK(matrix[i][2] == 100 * twice + 4 * i + 1 && matrix[i][3] == 100 * rank + 4 * i + 3);
  MPI_Type_free(&column);
  CHECK(column == MPI_DATATYPE_NULL);
}

/* Partitioned messages round a ring. The two ends have other numbers of partitions, of values with gaps. */
static void partitioned(void) {
  enum { kSent = 6, kReceived = 4, kEach = 2 };
  int out[2 * kSent * kEach], in[kReceived * kEach * 3 / 2], there = 0, count;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size, late[] = {3, 0};
  MPI_Datatype with_gap;
  MPI_Request requests[4];
  MPI_Status status;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &with_gap);
  MPI_Type_commit(&with_gap);
  MPI_Psend_init(out, kSent, kEach, with_gap, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Precv_init(in, kReceived, kEach * 3 / 2, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  MPI_Psend_init(out, 1, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
  MPI_Precv_init(in, 0, 1, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]);
  CHECK(MPI_Parrived(requests[1], 0, &there) == MPI_SUCCESS && there);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 2 * kSent * kEach; ++i) out[i] = 1000 * rank + 100 * round + i / 2;
    for (int i = 0; i < kReceived * kEach * 3 / 2; ++i) in[i] = -1;
    MPI_Startall(4, requests);
    MPI_Pready(0, requests[2]);
    MPI_Pready_range(4, 5, requests[0]);
    MPI_Pready_list(2, late, requests[0]);
    MPI_Pready(1, requests[0]);
    for (there = 0; !there && round > 0;) MPI_Parrived(requests[1], 0, &there);
    if (round > 0) CHECK(in[0] == 1000 * before + 100 * round && in[2] == 1000 * before + 100 * round + 2);
    MPI_Pready(2, requests[0]);
    MPI_Wait(&requests[1], &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 3 && count == kSent * kEach);
    for (int i = 0; i < kReceived * kEach * 3 / 2; ++i) CHECK(in[i] == 1000 * before + 100 * round + i);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 4; ++i) MPI_Request_free(&requests[i]);
  MPI_Type_free(&with_gap);
}

/* Two partitioned messages with one tag meet in the order in which they are made, and no other messages. */
static void partitioned_with_one_tag(void) {
  int out[2] = {10 * rank, 10 * rank + 1}, in[2] = {-1, -1}, plain = rank, got = -1;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Request sends[2], receives[2], receive;
  MPI_Comm own;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  for (int i = 0; i < 2; ++i) {
    MPI_Psend_init(&out[i], 1, 1, MPI_INT, next, 5, own, MPI_INFO_NULL, &sends[i]);
    MPI_Precv_init(&in[i], 1, 1, MPI_INT, before, 5, own, MPI_INFO_NULL, &receives[i]);
  }
  MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, own, &receive);
  MPI_Startall(2, receives);
  for (int i = 1; i >= 0; --i) {
    MPI_Start(&sends[i]);
    MPI_Pready(0, sends[i]);
  }
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  CHECK(in[0] == 10 * before && in[1] == 10 * before + 1);
  MPI_Send(&plain, 1, MPI_INT, next, 5, own);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  CHECK(got == before);
  for (int i = 0; i < 2; ++i) {
    MPI_Request_free(&sends[i]);
    MPI_Request_free(&receives[i]);
  }
  MPI_Comm_free(&own);
}

static int queried, freed, free_result;
static int query_fn(void* extra, MPI_Status* status) {
  queried += *(int*)extra;
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 12;
  return MPI_SUCCESS;
}
static int free_fn(void* extra) {
  freed += *(int*)extra;
  return free_result;
}
static int cancel_fn(void* extra, int complete) {
  (void)extra;
  return complete ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static void generalized(void) {
  int extra = 2, flag, count;
  MPI_Request request;
  MPI_Status status;
  queried = freed = 0;
  MPI_Grequest_start(query_fn, free_fn, cancel_fn, &extra, &request);
  MPI_Test(&request, &flag, &status);
  CHECK(!flag && queried == 0);
  MPI_Grequest_complete(request);
  MPI_Request_get_status(request, &flag, &status);
  CHECK(flag && queried == 2 && freed == 0);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(request == MPI_REQUEST_NULL && queried == 4 && freed == 2 && count == 3 && status.MPI_SOURCE == 12);
}

/* The function that frees one of several requests fails: its status says so, and all of them are complete. */
static void generalized_that_fails(void) {
  int extra = 1, number = rank, got = -1;
  MPI_Request all[3];
  MPI_Status statuses[3];
  freed = 0;
  free_result = MPI_ERR_TAG;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Grequest_start(query_fn, free_fn, cancel_fn, &extra, &all[0]);
  MPI_Irecv(&got, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &all[1]);
  MPI_Isend(&number, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &all[2]);
  MPI_Grequest_complete(all[0]);
  CHECK_ERROR(MPI_ERR_IN_STATUS, MPI_Waitall(3, all, statuses));
  CHECK(statuses[0].MPI_ERROR == MPI_ERR_TAG && statuses[1].MPI_ERROR == MPI_SUCCESS && freed == 1 && got == rank);
  for (int i = 0; i < 3; ++i) CHECK(all[i] == MPI_REQUEST_NULL);
  MPI_Grequest_start(query_fn, free_fn, cancel_fn, &extra, &all[0]);
  MPI_Grequest_complete(all[0]);
  CHECK_ERROR(MPI_ERR_TAG, MPI_Wait(&all[0], statuses));
  free_result = MPI_SUCCESS;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* The statuses of several requests, which stay. */
static void statuses_of_requests_that_stay(void) {
  enum { kRequests = 4 };
  int in[2] = {-1, -1}, out = rank, extra = 1, flag, index = -1, count, indices[kRequests];
  MPI_Request all[kRequests];
  MPI_Status statuses[kRequests];
  MPI_Irecv(&in[0], 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &all[0]);
  MPI_Irecv(&in[1], 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &all[1]);
  all[2] = MPI_REQUEST_NULL;
  MPI_Grequest_start(query_fn, free_fn, cancel_fn, &extra, &all[3]);
  MPI_Request_get_status_all(kRequests, all, &flag, statuses);
  CHECK(!flag);
  MPI_Request_get_status_any(kRequests, all, &index, &flag, statuses);
  CHECK(!flag && index == MPI_UNDEFINED);
  MPI_Request_get_status_some(kRequests, all, &count, indices, statuses);
  CHECK(count == 0);
  MPI_Send(&out, 1, MPI_INT, rank, 2, MPI_COMM_WORLD);
  for (flag = 0; !flag;) MPI_Request_get_status_any(kRequests, all, &index, &flag, statuses);
  CHECK(index == 1 && all[1] != MPI_REQUEST_NULL && statuses[0].MPI_TAG == 2 && in[1] == rank);
  MPI_Request_get_status_some(kRequests, all, &count, indices, statuses);
  CHECK(count == 1 && indices[0] == 1 && all[1] != MPI_REQUEST_NULL && statuses[0].MPI_TAG == 2);
  MPI_Send(&out, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
  MPI_Grequest_complete(all[3]);
  for (flag = 0; !flag;) MPI_Request_get_status_all(kRequests, all, &flag, statuses);
  CHECK(all[0] != MPI_REQUEST_NULL && statuses[0].MPI_TAG == 1 && statuses[1].MPI_TAG == 2 && in[0] == rank);
  CHECK(statuses[2].MPI_TAG == MPI_ANY_TAG && statuses[3].MPI_SOURCE == 12);
  MPI_Waitall(kRequests, all, statuses);
  MPI_Request_get_status_any(kRequests, all, &index, &flag, statuses);
  CHECK(flag && index == MPI_UNDEFINED && statuses[0].MPI_SOURCE == MPI_ANY_SOURCE);
  MPI_Request_get_status_some(kRequests, all, &count, indices, statuses);
  CHECK(count == MPI_UNDEFINED);
}

static void fields_of_statuses(void) {
  int source, tag, error;
  MPI_Status status = {0};
  MPI_Status_set_source(&status, 4);
  MPI_Status_set_tag(&status, 5);
  MPI_Status_set_error(&status, MPI_ERR_TAG);
  CHECK(status.MPI_SOURCE == 4 && status.MPI_TAG == 5 && status.MPI_ERROR == MPI_ERR_TAG);
  MPI_Status_get_source(&status, &source);
  MPI_Status_get_tag(&status, &tag);
  MPI_Status_get_error(&status, &error);
  CHECK(source == 4 && tag == 5 && error == MPI_ERR_TAG);
}

static void statuses_of_fortran(void) {
  int number = 5, got, count;
  MPI_Status status, again = {0};
  MPI_Fint old[MPI_F_STATUS_SIZE];
  MPI_F08_status modern, other;
  MPI_Sendrecv(&number, 1, MPI_INT, rank, 9, &got, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &status);
  MPI_Status_c2f(&status, old);
  MPI_Status_f2f08(old, &modern);
  MPI_Status_f082f(&modern, old);
  MPI_Status_f2c(old, &again);
  MPI_Status_c2f08(&again, &other);
  MPI_Status_f082c(&other, &again);
  MPI_Get_count(&again, MPI_INT, &count);
  CHECK(again.MPI_SOURCE == rank && again.MPI_TAG == 9 && count == 1);
  CHECK(modern.MPI_TAG == 9 && old[MPI_F_TAG] == 9 && old[MPI_F_SOURCE] == rank);
}

/* Messages without a receive, more than any system buffer has room for, do not hold up one that has a receive. */
static void backlog(void) {
  enum { kMessages = 40, kBytes = 1 << 16 };
  static char data[kBytes];
  int token = rank;
  MPI_Request sends[kMessages];
  if (rank == 0) {
    for (int i = 0; i < kMessages; ++i) MPI_Isend(data, kBytes, MPI_CHAR, 1, i, MPI_COMM_WORLD, &sends[i]);
    MPI_Send(&token, 1, MPI_INT, 1, kMessages, MPI_COMM_WORLD);
    MPI_Waitall(kMessages, sends, MPI_STATUSES_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, kMessages, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(token == 0);
    for (int i = kMessages; i-- > 0;) MPI_Recv(data, kBytes, MPI_CHAR, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  ring();
  modes();
  requests();
  persistent();
  partitioned();
  partitioned_with_one_tag();
  probes();
  no_process();
  exchanges();
  exchanges_with_one_request();
  halves_of_exchanges();
  endings();
  strided();
  generalized();
  generalized_that_fails();
  statuses_of_requests_that_stay();
  fields_of_statuses();
  statuses_of_fortran();
  backlog();
  const double before = MPI_Wtime();
  CHECK(MPI_Wtime() > before && MPI_Wtick() > 0);
  MPI_Finalize();
  if (rank == 0) printf("all messages of %d nodes are well\n", size);
  return 0;
}
