/* mpi_intercommunicators.c: intercommunicators of two groups of different sizes, on 2 nodes or more. */
#include "mpi_check.h"

static int rank, size;          /* in the world */
static int group, own, members; /* this group (0 or 1), the rank in it, and its size */
static int peers;               /* the size of the other group */
static MPI_Comm local, inter;

/* The node's place in the world of a rank in a group: every third one is in group 1, but of two nodes one is. */
static int group_of(int world_rank) { return size == 2 ? world_rank : world_rank % 3 == 1; }
static int world_rank_of(int of_group, int its_rank) {
  int found = -1;
  for (int i = 0; i < size; ++i) {
    if (group_of(i) == of_group && ++found == its_rank) return i;
  }
  return -1;
}
/* What node `from` gives to node `to` as its i-th number. */
static int value(int from, int to, int i) { return 10000 * from + 100 * to + i; }
static int peer(int its_rank) { return world_rank_of(1 - group, its_rank); }

static void make(void) {
  int is_inter;
  group = group_of(rank);
  MPI_Comm_split(MPI_COMM_WORLD, group, rank, &local);
  MPI_Comm_rank(local, &own);
  MPI_Comm_size(local, &members);
  peers = size - members;
  /* The leaders: the last one of group 0, and the first one of group 1. */
  const int leader = group == 0 ? members - 1 : 0;
  const int other = group == 0 ? world_rank_of(1, 0) : world_rank_of(0, peers - 1);
  MPI_Intercomm_create(local, leader, MPI_COMM_WORLD, other, 7, &inter);
  MPI_Comm_test_inter(inter, &is_inter);
  CHECK(is_inter);
  MPI_Comm_test_inter(local, &is_inter);
  CHECK(!is_inter);
}

static void check_shape(MPI_Comm comm) {
  int got, compared;
  MPI_Group mine, theirs, common;
  MPI_Comm_rank(comm, &got);
  CHECK(got == own);
  MPI_Comm_size(comm, &got);
  CHECK(got == members);
  MPI_Comm_remote_size(comm, &got);
  CHECK(got == peers);
  MPI_Comm_group(comm, &mine);
  MPI_Comm_remote_group(comm, &theirs);
  MPI_Group_size(theirs, &got);
  CHECK(got == peers);
  MPI_Group_intersection(mine, theirs, &common);
  CHECK(common == MPI_GROUP_EMPTY);
  MPI_Group_free(&mine);
  MPI_Group_free(&theirs);
  MPI_Comm_compare(comm, inter, &compared);
  CHECK(compared == (comm == inter ? MPI_IDENT : MPI_CONGRUENT));
  MPI_Comm_compare(comm, local, &compared);
  CHECK(compared == MPI_UNEQUAL);
}

static void messages(MPI_Comm comm) {
  MPI_Status status;
  MPI_Request* requests = malloc(sizeof(MPI_Request) * (size_t)(2 * peers));
  int *out = malloc(sizeof(int) * (size_t)peers), *in = malloc(sizeof(int) * (size_t)peers), got;
  for (int i = 0; i < peers; ++i) {
    out[i] = value(rank, peer(i), 0);
    MPI_Irecv(&in[i], 1, MPI_INT, i, 3, comm, &requests[i]);
    MPI_Isend(&out[i], 1, MPI_INT, i, 3, comm, &requests[peers + i]);
  }
  MPI_Waitall(2 * peers, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < peers; ++i) CHECK(in[i] == value(peer(i), rank, 0));
  if (group == 0) {
    MPI_Send(&rank, 1, MPI_INT, own % peers, 4, comm);
  } else {
    for (int i = own; i < peers; i += members) {
      MPI_Probe(MPI_ANY_SOURCE, 4, comm, &status);
      MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, 4, comm, &status);
      CHECK(got == peer(status.MPI_SOURCE) && status.MPI_TAG == 4);
    }
  }
  free(requests);
  free(out);
  free(in);
}

/* A call, blocking, or nonblocking and completed. */
static enum { kBlocking, kPosted, kPersistent, kForms } form;
#define DO(name, iname, ...)                             \
  do {                                                   \
    MPI_Request request = MPI_REQUEST_NULL;              \
    if (form == kBlocking) {                             \
      name(__VA_ARGS__);                                 \
    } else if (form == kPosted) {                        \
      iname(__VA_ARGS__, &request);                      \
    } else {                                             \
      name##_init(__VA_ARGS__, MPI_INFO_NULL, &request); \
      MPI_Start(&request);                               \
    }                                                    \
    MPI_Wait(&request, MPI_STATUS_IGNORE);               \
    if (form == kPersistent) MPI_Request_free(&request); \
  } while (0)

enum { kMost = 64 };

/* Roots in group `from`, each in turn: `mine` is what a call of this node says. */
static void rooted(MPI_Comm comm, int from, int its_rank) {
  const int root = world_rank_of(from, its_rank), is_root = rank == root;
  const int mine = group == from ? (is_root ? MPI_ROOT : MPI_PROC_NULL) : its_rank;
  int all[kMost * 4], part[4], counts[kMost], places[kMost], sum[2];
  for (int i = 0; i < 2; ++i) part[i] = is_root ? value(root, 0, i) : -1;
  DO(MPI_Bcast, MPI_Ibcast, part, 2, MPI_INT, mine, comm);
  if (group != from) CHECK(part[0] == value(root, 0, 0) && part[1] == value(root, 0, 1));

  for (int i = 0; i < 2; ++i) part[i] = value(rank, root, i);
  memset(all, -1, sizeof all);
  DO(MPI_Gather, MPI_Igather, part, 2, MPI_INT, all, 2, MPI_INT, mine, comm);
  for (int k = 0; is_root && k < peers; ++k) CHECK(all[2 * k + 1] == value(peer(k), root, 1));
  CHECK(is_root || all[0] == -1);

  for (int k = 0, place = 1; k < peers; ++k, place += counts[k - 1] + 1) counts[k] = k % 3, places[k] = place;
  memset(all, -1, sizeof all);
  DO(MPI_Gatherv, MPI_Igatherv, part, own % 3, MPI_INT, all, counts, places, MPI_INT, mine, comm);
  for (int k = 0; is_root && k < peers; ++k) {
    CHECK(all[places[k] - 1] == -1);
    for (int i = 0; i < counts[k]; ++i) CHECK(all[places[k] + i] == value(peer(k), root, i));
  }

  for (int k = 0; is_root && k < peers; ++k)
    all[2 * k] = value(root, peer(k), 0), all[2 * k + 1] = value(root, peer(k), 1);
  DO(MPI_Scatter, MPI_Iscatter, all, 2, MPI_INT, part, 2, MPI_INT, mine, comm);
  if (group != from) CHECK(part[0] == value(root, rank, 0) && part[1] == value(root, rank, 1));

  for (int k = 0; is_root && k < peers; ++k) {
    for (int i = 0; i < counts[k]; ++i) all[places[k] + i] = value(root, peer(k), i);
  }
  part[0] = part[1] = -1;
  DO(MPI_Scatterv, MPI_Iscatterv, all, counts, places, MPI_INT, part, own % 3, MPI_INT, mine, comm);
  if (group != from) CHECK(part[0] == (own % 3 > 0 ? value(root, rank, 0) : -1));

  part[0] = rank + 1, part[1] = 2 * rank;
  sum[0] = sum[1] = -1;
  DO(MPI_Reduce, MPI_Ireduce, part, sum, 2, MPI_INT, MPI_SUM, mine, comm);
  int expected = 0;
  for (int k = 0; k < peers; ++k) expected += peer(k) + 1;
  if (is_root) CHECK(sum[0] == expected && sum[1] == 2 * (expected - peers));
  CHECK(is_root || sum[0] == -1);
}

static void unrooted(MPI_Comm comm) {
  int out[kMost * 4], in[kMost * 4], counts[kMost], places[kMost], in_counts[kMost], in_places[kMost];
  MPI_Datatype types[kMost];
  DO(MPI_Barrier, MPI_Ibarrier, comm);
  for (int i = 0; i < 3; ++i) out[i] = value(rank, 0, i);
  DO(MPI_Allgather, MPI_Iallgather, out, 2, MPI_INT, in, 2, MPI_INT, comm);
  for (int k = 0; k < peers; ++k) CHECK(in[2 * k] == value(peer(k), 0, 0) && in[2 * k + 1] == value(peer(k), 0, 1));

  for (int k = 0; k < peers; ++k) counts[k] = k % 3 + 1, places[k] = 4 * k;
  DO(MPI_Allgatherv, MPI_Iallgatherv, out, own % 3 + 1, MPI_INT, in, counts, places, MPI_INT, comm);
  for (int k = 0; k < peers; ++k) CHECK(in[4 * k + k % 3] == value(peer(k), 0, k % 3));

  for (int k = 0; k < peers; ++k) {
    for (int i = 0; i < 4; ++i) out[4 * k + i] = value(rank, peer(k), i);
  }
  memset(in, -1, sizeof in);
  DO(MPI_Alltoall, MPI_Ialltoall, out, 4, MPI_INT, in, 4, MPI_INT, comm);
  for (int k = 0; k < peers; ++k) CHECK(in[4 * k + 3] == value(peer(k), rank, 3));

  for (int k = 0; k < peers; ++k) {
    counts[k] = in_counts[k] = (rank + peer(k)) % 4; /* the same from both sides */
    places[k] = 4 * k;
    in_places[k] = 4 * (peers - 1 - k);
    types[k] = MPI_INT;
  }
  memset(in, -1, sizeof in);
  DO(MPI_Alltoallv, MPI_Ialltoallv, out, counts, places, MPI_INT, in, in_counts, in_places, MPI_INT, comm);
  for (int k = 0; k < peers; ++k) {
    for (int i = 0; i < 4; ++i) CHECK(in[in_places[k] + i] == (i < counts[k] ? value(peer(k), rank, i) : -1));
    places[k] *= (int)sizeof(int), in_places[k] *= (int)sizeof(int);
  }
  memset(in, -1, sizeof in);
  DO(MPI_Alltoallw, MPI_Ialltoallw, out, counts, places, types, in, in_counts, in_places, types, comm);
  for (int k = 0; k < peers; ++k) CHECK(in[4 * (peers - 1 - k)] == (counts[k] > 0 ? value(peer(k), rank, 0) : -1));

  int sum[2] = {rank, 1}, total[2], expected = 0;
  for (int k = 0; k < peers; ++k) expected += peer(k);
  DO(MPI_Allreduce, MPI_Iallreduce, sum, total, 2, MPI_INT, MPI_SUM, comm);
  CHECK(total[0] == expected && total[1] == peers);

  /* The vector has members * peers elements in both groups. */
  for (int i = 0; i < members * peers; ++i) out[i] = rank + i;
  DO(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, out, in, peers, MPI_INT, MPI_SUM, comm);
  for (int i = 0; i < peers; ++i) CHECK(in[i] == expected + peers * (own * peers + i));
  for (int k = 0; k < members; ++k) counts[k] = k == 0 ? members * peers - (members - 1) : 1;
  DO(MPI_Reduce_scatter, MPI_Ireduce_scatter, out, in, counts, MPI_INT, MPI_SUM, comm);
  const int first = own == 0 ? 0 : counts[0] + own - 1;
  CHECK(in[counts[own] - 1] == expected + peers * (first + counts[own] - 1));
}

/* One map x -> m x + c after the other: associative, and not commutative. */
static void compose(void* in, void* in_and_out, int* count, MPI_Datatype* type) {
  int(*a)[2] = in, (*b)[2] = in_and_out;
  (void)type;
  for (int i = 0; i < *count; ++i) b[i][1] = b[i][0] * a[i][1] + b[i][1], b[i][0] *= a[i][0];
}

static void order_of_operands(MPI_Comm comm) {
  MPI_Op op;
  MPI_Datatype map;
  int mine[2] = {2, own + 1}, got[2], m = 1, c = 0;
  MPI_Op_create(compose, 0, &op);
  MPI_Type_contiguous(2, MPI_INT, &map);
  MPI_Type_commit(&map);
  MPI_Allreduce(mine, got, 1, map, op, comm);
  for (int k = 0; k < peers; ++k) m *= 2, c = 2 * c + k + 1;
  CHECK(got[0] == m && got[1] == c);
  MPI_Type_free(&map);
  MPI_Op_free(&op);
}

static void merging(void) {
  MPI_Comm merged, again;
  int got, compared;
  MPI_Intercomm_merge(inter, group == 0, &merged); /* group 1 in front */
  MPI_Comm_rank(merged, &got);
  CHECK(got == (group == 1 ? own : peers + own));
  MPI_Comm_test_inter(merged, &got);
  CHECK(!got);
  MPI_Intercomm_merge(inter, 0, &again); /* any order */
  MPI_Comm_compare(merged, again, &compared);
  CHECK(compared == MPI_SIMILAR || compared == MPI_CONGRUENT);
  MPI_Comm_free(&again);
  MPI_Comm_free(&merged);
}

static void derived(void) {
  MPI_Comm copy, half, sub;
  MPI_Group all, first;
  MPI_Request request;
  int got;
  MPI_Comm_dup(inter, &copy);
  check_shape(copy);
  messages(copy);
  MPI_Comm_free(&copy);
  MPI_Comm_idup(inter, &copy, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check_shape(copy);
  unrooted(copy);
  MPI_Comm_free(&copy);

  /* The ranks of each group, backwards; the last ones of both alone. */
  MPI_Comm_split(inter, own == 0, -own, &half);
  if (own == 0) {
    MPI_Comm_remote_size(half, &got);
    CHECK(got == 1);
    MPI_Sendrecv(&rank, 1, MPI_INT, 0, 5, &got, 1, MPI_INT, 0, 5, half, MPI_STATUS_IGNORE);
    CHECK(got == peer(0));
  } else {
    CHECK((half == MPI_COMM_NULL) == (peers == 1));
  }
  if (half != MPI_COMM_NULL) {
    if (own > 0) {
      MPI_Comm_rank(half, &got);
      CHECK(got == members - 1 - own);
      MPI_Comm_remote_size(half, &got);
      CHECK(got == peers - 1);
    }
    MPI_Barrier(half);
    MPI_Comm_free(&half);
  }

  MPI_Comm_group(inter, &all);
  MPI_Group_incl(all, 1, (int[]){members - 1}, &first); /* the last one of each group */
  MPI_Comm_create(inter, first, &sub);
  CHECK((sub == MPI_COMM_NULL) == (own < members - 1));
  if (sub != MPI_COMM_NULL) {
    MPI_Comm_remote_size(sub, &got);
    CHECK(got == 1);
    got = -1;
    MPI_Bcast(group == 0 ? &rank : &got, 1, MPI_INT, group == 0 ? MPI_ROOT : 0, sub);
    CHECK(group == 0 || got == peer(peers - 1));
    MPI_Comm_free(&sub);
  }
  MPI_Comm_create(inter, group == 0 ? MPI_GROUP_EMPTY : first, &sub);
  CHECK(sub == MPI_COMM_NULL);
  MPI_Group_free(&all);
  MPI_Group_free(&first);
}

static void errors(void) {
  int one = 1, two = 2;
  MPI_Comm made;
  MPI_Win window;
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(local, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&one, 1, MPI_INT, peers, 0, inter));
  CHECK_ERROR(MPI_ERR_ROOT, MPI_Bcast(&one, 1, MPI_INT, peers, inter));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Scan(&one, &two, 1, MPI_INT, MPI_SUM, inter));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Exscan(&one, &two, 1, MPI_INT, MPI_SUM, inter));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Cart_create(inter, 1, &one, &two, 0, &made));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Win_create(&one, 4, 4, MPI_INFO_NULL, inter, &window));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_remote_size(local, &two));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Intercomm_merge(local, 0, &made));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allreduce(MPI_IN_PLACE, &two, 1, MPI_INT, MPI_SUM, inter));
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int one = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  make();
  if (strcmp(what, "deadlock") == 0) MPI_Recv(&one, 1, MPI_INT, 0, 9, inter, MPI_STATUS_IGNORE);
  if (strcmp(what, "root") == 0) { /* each says that the other group has the root */
    MPI_Bcast(&one, 1, MPI_INT, 0, inter);
  }
  if (strcmp(what, "same") == 0) MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, rank, 1, &inter);
  if (strcmp(what, "overlap") == 0) { /* node 1 is in the groups of nodes 0 and 2 */
    MPI_Comm lower, upper;
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &lower);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 1 || rank == 2, 0, &upper);
    if (rank < 2) MPI_Intercomm_create(lower, 0, MPI_COMM_WORLD, 2, 1, &inter);
    if (rank == 2) MPI_Intercomm_create(upper, 1, MPI_COMM_WORLD, 0, 1, &inter);
  }
  check_shape(inter);
  messages(inter);
  for (form = kBlocking; form < kForms; ++form) {
    for (int from = 0; from < 2; ++from) {
      const int count = group == from ? members : peers;
      for (int root = 0; root < count; ++root) rooted(inter, from, root);
    }
    unrooted(inter);
  }
  form = kBlocking;
  order_of_operands(inter);
  merging();
  derived();
  if (strcmp(what, "no errors") != 0) errors();
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
  if (rank == 0) printf("intercommunicators of %d nodes are well\n", size);
  MPI_Finalize();
  return 0;
}
