/* mpi_communicators.c: groups, communicators, attributes, info objects and topologies, on 8 nodes. */
#include "mpi_check.h"

static int rank, size;

/* The ranks of a communicator, by what its members send to its rank 0. */
static void check_members(MPI_Comm comm, int count, const int* expected) {
  int own, members;
  MPI_Comm_rank(comm, &own);
  MPI_Comm_size(comm, &members);
  CHECK(members == count && expected[own] == rank);
  if (own > 0) {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    return;
  }
  for (int i = 1; i < members; ++i) {
    int got;
    MPI_Recv(&got, 1, MPI_INT, i, 0, comm, MPI_STATUS_IGNORE);
    CHECK(got == expected[i]);
  }
}

static void groups(void) {
  MPI_Group all, even, low, result;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  int ranges[1][3] = {{0, 7, 2}}, low_ranks[3] = {2, 1, 0}, out[4], count, compared;
  MPI_Group_range_incl(all, 1, ranges, &even);
  MPI_Group_incl(all, 3, low_ranks, &low);
  int past_the_end[1][3] = {{1, 8, 2}}; /* the stride passes over 8 */
  MPI_Group_range_excl(all, 1, past_the_end, &result);
  MPI_Group_compare(result, even, &compared);
  CHECK(compared == MPI_IDENT);
  MPI_Group_free(&result);
  MPI_Group_size(even, &count);
  CHECK(count == 4);
  MPI_Group_rank(even, &count);
  CHECK(count == (rank % 2 == 0 ? rank / 2 : MPI_UNDEFINED));
  MPI_Group_translate_ranks(low, 3, (int[]){0, 1, 2}, even, out);
  CHECK(out[0] == 1 && out[1] == MPI_UNDEFINED && out[2] == 0);
  MPI_Group_union(low, even, &result); /* 2 1 0 4 6 */
  MPI_Group_translate_ranks(result, 4, (int[]){0, 2, 3, 4}, all, out);
  CHECK(out[0] == 2 && out[1] == 0 && out[2] == 4 && out[3] == 6);
  MPI_Group_free(&result);
  CHECK(result == MPI_GROUP_NULL);
  MPI_Group_intersection(low, even, &result); /* 2 0 */
  MPI_Group_translate_ranks(result, 2, (int[]){0, 1}, all, out);
  CHECK(out[0] == 2 && out[1] == 0);
  MPI_Group_free(&result);
  MPI_Group_difference(low, even, &result);
  MPI_Group_size(result, &count);
  CHECK(count == 1);
  MPI_Group_free(&result);
  MPI_Group_excl(all, 3, low_ranks, &result);
  MPI_Group_size(result, &count);
  CHECK(count == size - 3);
  MPI_Group_free(&result);
  MPI_Group_range_excl(all, 1, ranges, &result);
  MPI_Group_compare(result, even, &compared);
  CHECK(compared == MPI_UNEQUAL);
  MPI_Group_free(&result);
  MPI_Group_incl(all, 3, (int[]){0, 1, 2}, &result);
  MPI_Group_compare(result, low, &compared);
  CHECK(compared == MPI_SIMILAR);
  MPI_Group_free(&result);
  MPI_Group_incl(all, 0, NULL, &result);
  CHECK(result == MPI_GROUP_EMPTY);

  MPI_Comm made;
  MPI_Comm_create(MPI_COMM_WORLD, low, &made);
  CHECK((made == MPI_COMM_NULL) == (rank > 2));
  if (made != MPI_COMM_NULL) {
    check_members(made, 3, low_ranks);
    MPI_Comm_free(&made);
  }
  if (rank % 2 == 0) {
    MPI_Comm_create_group(MPI_COMM_WORLD, even, 5, &made);
    check_members(made, 4, (int[]){0, 2, 4, 6});
    MPI_Comm_free(&made);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&even);
  MPI_Group_free(&low);
}

/* Duplicates that are under way at once, of two communicators, completed in an order that differs from node to node
 * while others are made: each has messages of its own. */
static void several_duplicates(MPI_Comm half) {
  enum { kCount = 12 };
  MPI_Comm made[kCount], meanwhile;
  MPI_Request requests[kCount], receives[kCount];
  int got[kCount], own;
  for (int i = 0; i < kCount; ++i) MPI_Comm_idup(i % 3 == 0 ? half : MPI_COMM_WORLD, &made[i], &requests[i]);
  for (int i = 0; i < kCount / 2; ++i) MPI_Wait(&requests[(rank + 5 * i) % kCount], MPI_STATUS_IGNORE);
  MPI_Comm_dup(MPI_COMM_WORLD, &meanwhile);
  for (int i = 0; i < kCount; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  MPI_Comm_free(&meanwhile);
  for (int i = 0; i < kCount; ++i) {
    MPI_Comm_rank(made[i], &own);
    MPI_Irecv(&got[i], 1, MPI_INT, own, 0, made[i], &receives[i]);
  }
  for (int i = kCount; i-- > 0;) {
    MPI_Comm_rank(made[i], &own);
    MPI_Send(&i, 1, MPI_INT, own, 0, made[i]);
  }
  MPI_Waitall(kCount, receives, MPI_STATUSES_IGNORE);
  for (int i = 0; i < kCount; ++i) {
    CHECK(got[i] == i);
    MPI_Comm_free(&made[i]);
  }
}

static void communicators(void) {
  MPI_Comm half, again;
  int compared, flag, length;
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Comm_split(MPI_COMM_WORLD, rank / 4, -rank, &half);
  const int first = rank / 4 * 4;
  check_members(half, 4, (int[]){first + 3, first + 2, first + 1, first});
  MPI_Comm_dup(half, &again);
  MPI_Comm_compare(half, again, &compared);
  CHECK(compared == MPI_CONGRUENT);
  MPI_Comm_compare(half, MPI_COMM_WORLD, &compared);
  CHECK(compared == MPI_UNEQUAL);
  /* Messages of the two do not meet. */
  int own, out[2] = {1, 2}, in[2] = {0, 0};
  MPI_Comm_rank(half, &own);
  if (own == 0) {
    MPI_Request first_send;
    MPI_Isend(&out[0], 1, MPI_INT, 1, 0, half, &first_send);
    MPI_Send(&out[1], 1, MPI_INT, 1, 0, again);
    MPI_Wait(&first_send, MPI_STATUS_IGNORE);
  } else if (own == 1) {
    MPI_Recv(&in[1], 1, MPI_INT, 0, 0, again, MPI_STATUS_IGNORE);
    MPI_Recv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, half, MPI_STATUS_IGNORE);
    CHECK(in[0] == 1 && in[1] == 2);
  }
  MPI_Comm_set_name(half, "half");
  MPI_Comm_get_name(half, name, &length);
  CHECK(strcmp(name, "half") == 0 && length == 4);
  MPI_Comm_get_name(MPI_COMM_NULL, name, &length);
  CHECK(strcmp(name, "MPI_COMM_NULL") == 0 && length == 13);
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
  MPI_Comm_test_inter(half, &flag);
  CHECK(!flag);
  MPI_Comm_free(&again);
  CHECK(again == MPI_COMM_NULL);

  MPI_Request request;
  MPI_Comm_idup(half, &again, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check_members(again, 4, (int[]){first + 3, first + 2, first + 1, first});
  MPI_Comm_free(&again);
  several_duplicates(half);
  MPI_Comm_free(&half);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 3 ? MPI_UNDEFINED : 0, 0, &half);
  CHECK((half == MPI_COMM_NULL) == (rank == 3));
  if (half != MPI_COMM_NULL) MPI_Comm_free(&half);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &half);
  int sharing; /* in runs that look for defects, all share memory */
  MPI_Comm_size(half, &sharing);
  CHECK(sharing == 1 || sharing == size);
  MPI_Comm_free(&half);
  MPI_Info resource;
  MPI_Info_create(&resource);
  MPI_Info_set(resource, "mpi_hw_resource_type", "mpi_shared_memory");
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, resource, &again);
  int guided;
  MPI_Comm_size(again, &guided);
  CHECK(guided == sharing);
  MPI_Comm_free(&again);
  MPI_Info_free(&resource);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, &again); /* of an unknown resource */
  CHECK(again == MPI_COMM_NULL);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &again);
  CHECK((again == MPI_COMM_NULL) == (size == 1));
  if (again != MPI_COMM_NULL) MPI_Comm_free(&again);
  MPI_Comm_split_type(MPI_COMM_SELF, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &again); /* has no smaller part */
  CHECK(again == MPI_COMM_NULL);
  for (int i = 0; i < 100; ++i) { /* contexts are used again */
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    MPI_Comm_free(&again);
  }
  int self;
  MPI_Comm_size(MPI_COMM_SELF, &self);
  CHECK(self == 1);
  MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &in[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  CHECK(in[0] == rank);
}

static int copies, deletions;
static int copy_fn(MPI_Comm comm, int key, void* extra, void* value, void* new_value, int* flag) {
  (void)comm, (void)key;
  copies += *(int*)extra;
  *(void**)new_value = (char*)value + 1;
  *flag = 1;
  return MPI_SUCCESS;
}
/* MPI's own copy functions are functions that programs can call. */
static int copy_as_mpi_does(MPI_Comm comm, int key, void* extra, void* value, void* new_value, int* flag) {
  CHECK(MPI_COMM_NULL_COPY_FN(comm, key, extra, value, new_value, flag) == MPI_SUCCESS && *flag == 0);
  return MPI_COMM_DUP_FN(comm, key, extra, value, new_value, flag);
}
static int delete_fn(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value;
  deletions += *(int*)extra;
  return MPI_SUCCESS;
}

/* A delete function that deletes another attribute. */
static int deleted_along;
static int delete_along(MPI_Comm comm, int key, void* value, void* extra) {
  (void)key, (void)value, (void)extra;
  int flag;
  void* of_another;
  MPI_Comm_get_attr(comm, deleted_along, &of_another, &flag);
  return flag ? MPI_Comm_delete_attr(comm, deleted_along) : MPI_SUCCESS;
}

static void attributes_that_go_together(void) {
  static int one = 1;
  const int before = deletions;
  int key, flag;
  void* value;
  MPI_Comm made;
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_along, &key, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_fn, &deleted_along, &one);
  for (int first = 0; first < 2; ++first) {
    MPI_Comm_set_attr(made, first == 0 ? key : deleted_along, NULL);
    MPI_Comm_set_attr(made, first == 0 ? deleted_along : key, NULL);
    MPI_Comm_delete_attr(made, key);
    MPI_Comm_get_attr(made, key, &value, &flag);
    CHECK(!flag && deletions == before + first + 1);
  }
  MPI_Comm_set_attr(made, deleted_along, NULL);
  MPI_Comm_set_attr(made, key, NULL);
  MPI_Comm_set_attr(made, key, made);
  MPI_Comm_get_attr(made, key, &value, &flag);
  CHECK(flag && value == made);
  MPI_Comm_free(&made);
  CHECK(deletions == before + 3);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free_keyval(&deleted_along);
}

static void attributes(void) {
  static int one = 1;
  int *bound, flag, key, quiet, passed_on;
  void* value;
  MPI_Comm made;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag);
  CHECK(flag && *bound >= 32767);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &bound, &flag);
  CHECK(flag && *bound == 1);
  MPI_Comm_create_keyval(copy_fn, delete_fn, &key, &one);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &quiet, NULL);
  MPI_Comm_create_keyval(copy_as_mpi_does, MPI_COMM_NULL_DELETE_FN, &passed_on, NULL);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag);
  CHECK(!flag);
  char text[] = "ab";
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, text);
  MPI_Comm_set_attr(MPI_COMM_WORLD, quiet, text);
  MPI_Comm_set_attr(MPI_COMM_WORLD, passed_on, text);
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  MPI_Comm_get_attr(made, key, &value, &flag);
  CHECK(flag && *(char*)value == 'b' && copies == 1);
  MPI_Comm_get_attr(made, quiet, &value, &flag);
  CHECK(!flag);
  MPI_Comm_get_attr(made, passed_on, &value, &flag);
  CHECK(flag && value == text);
  MPI_Comm_free_keyval(&passed_on);
  MPI_Comm_free(&made);
  CHECK(deletions == 1);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, text + 1);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  CHECK(deletions == 3);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, text);
  const int in_use = key;
  MPI_Comm_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Comm_get_attr(MPI_COMM_WORLD, in_use, &value, &flag);
  CHECK(flag && value == text);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, in_use);
  CHECK(deletions == 4);
  MPI_Comm_free_keyval(&quiet);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_KEYVAL, MPI_Comm_get_attr(MPI_COMM_WORLD, in_use, &value, &flag));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);

  attributes_that_go_together();
  int own_class, *last_used;
  MPI_Add_error_class(&own_class);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last_used, &flag);
  CHECK(flag && own_class > MPI_ERR_LASTCODE && *last_used == own_class);
}

static void infos(void) {
  MPI_Info info, copy;
  int count, flag, length;
  char text[MPI_MAX_INFO_KEY + 1];
  MPI_Info_create(&info);
  MPI_Info_set(info, "first", "1");
  MPI_Info_set(info, " second ", " two "); /* spaces belong to texts in C */
  MPI_Info_set(info, "first", "one");
  MPI_Info_get_nkeys(info, &count);
  CHECK(count == 2);
  MPI_Info_get_nthkey(info, 1, text);
  CHECK(strcmp(text, " second ") == 0);
  MPI_Info_dup(info, &copy);
  MPI_Info_delete(info, "first");
  MPI_Info_get(info, "first", 10, text, &flag);
  CHECK(!flag);
  MPI_Info_get(copy, "first", 2, text, &flag);
  CHECK(flag && strcmp(text, "on") == 0);
  MPI_Info_get_valuelen(copy, " second ", &length, &flag);
  CHECK(flag && length == 5);
  MPI_Info_set(copy, "empty", "");
  MPI_Info_get(copy, "empty", 10, text, &flag);
  CHECK(flag && text[0] == '\0');
  length = 0;
  MPI_Info_get_string(copy, "first", &length, NULL, &flag);
  CHECK(flag && length == 4);
  length = 3;
  MPI_Info_get_string(copy, "first", &length, text, &flag);
  CHECK(flag && length == 4 && strcmp(text, "on") == 0);
  MPI_Info_get_string(copy, "first", &length, text, &flag);
  CHECK(flag && length == 4 && strcmp(text, "one") == 0);
  MPI_Info_get_string(copy, "none", &length, text, &flag);
  CHECK(!flag && length == 4 && strcmp(text, "one") == 0);
  /* The longest keys and values fit into arrays of the sizes that MPI names, with the zero that ends them. */
  char key[MPI_MAX_INFO_KEY + 1] = {0}, value[MPI_MAX_INFO_VAL + 1] = {0};
  memset(key, 'k', MPI_MAX_INFO_KEY);
  memset(value, 'v', MPI_MAX_INFO_VAL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_INFO_KEY, MPI_Info_set(info, key, "1"));
  CHECK_ERROR(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "long", value));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  key[MPI_MAX_INFO_KEY - 1] = value[MPI_MAX_INFO_VAL - 1] = '\0';
  CHECK(MPI_Info_set(info, key, value) == MPI_SUCCESS);
  MPI_Info_free(&info);
  MPI_Info_free(&copy);
  CHECK(info == MPI_INFO_NULL);
  MPI_Info_create_env(0, NULL, &info);
  MPI_Info_get_nkeys(MPI_INFO_ENV, &length);
  MPI_Info_get_nkeys(info, &count);
  CHECK(count == length);
  MPI_Info_free(&info);
}

/* Hints that are set later stay beside those that were set before. */
static void hints_of_communicators(void) {
  MPI_Comm copy;
  MPI_Info info, used;
  MPI_Request request;
  int flag, length = 10;
  char text[10];
  MPI_Info_create(&info);
  MPI_Info_set(info, "first", "1");
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &copy, &request);
  MPI_Info_set(info, "first", "one");
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_get_info(copy, &used);
  MPI_Info_get_string(used, "first", &length, text, &flag);
  CHECK(flag && strcmp(text, "1") == 0);
  MPI_Info_free(&used);
  MPI_Info_delete(info, "first");
  MPI_Info_set(info, "second", "2");
  MPI_Comm_set_info(copy, info);
  MPI_Comm_get_info(copy, &used);
  MPI_Info_get_nkeys(used, &length);
  CHECK(length == 2);
  MPI_Info_free(&used);
  MPI_Info_free(&info);
  MPI_Comm_free(&copy);
}

/* Error classes and codes that are removed. */
static void errors_removed(void) {
  int class, code, result, flag, length, *last_used;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last_used, &flag);
  const int before = *last_used;
  MPI_Add_error_class(&class);
  MPI_Add_error_code(class, &code);
  MPI_Add_error_string(code, "a text");
  MPI_Remove_error_string(code);
  MPI_Error_string(code, text, &length);
  CHECK(length == 0 && text[0] == '\0');
  CHECK_ERROR(MPI_ERR_ARG, MPI_Remove_error_string(code));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Remove_error_class(class));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Remove_error_class(code));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Remove_error_code(class));
  CHECK(MPI_Remove_error_code(code) == MPI_SUCCESS && *last_used == class);
  CHECK_ERROR(MPI_ERR_ARG, MPI_Error_class(code, &result));
  CHECK(MPI_Remove_error_class(class) == MPI_SUCCESS && *last_used == before);
  CHECK_ERROR(MPI_ERR_ARG, MPI_Remove_error_class(class));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Remove_error_code(MPI_ERR_RANK));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void grids(void) {
  int dims[3] = {0, 0, 0}, periods[3] = {1, 0, 0}, coords[3], kind, source, destination, at;
  MPI_Dims_create(size, 3, dims);
  CHECK(dims[0] == 2 && dims[1] == 2 && dims[2] == 2);
  int two[2] = {0, 2};
  MPI_Dims_create(12, 2, two);
  CHECK(two[0] == 6 && two[1] == 2);
  two[1] = two[0] = 0;
  MPI_Dims_create(72, 2, two);
  CHECK(two[0] == 9 && two[1] == 8);
  int four[4] = {0, 0, 0, 0};
  MPI_Dims_create(60, 4, four);
  CHECK(four[0] == 5 && four[1] == 3 && four[2] == 2 && four[3] == 2);
  MPI_Comm grid, row;
  int shape[2] = {4, 2};
  MPI_Cart_create(MPI_COMM_WORLD, 2, shape, periods, 1, &grid);
  MPI_Topo_test(grid, &kind);
  CHECK(kind == MPI_CART);
  MPI_Cart_coords(grid, rank, 2, coords);
  CHECK(coords[0] == rank / 2 && coords[1] == rank % 2);
  MPI_Cart_shift(grid, 0, 1, &source, &destination);
  CHECK(source == (rank + 6) % 8 && destination == (rank + 2) % 8);
  MPI_Cart_shift(grid, 1, 1, &source, &destination);
  CHECK(source == (rank % 2 == 0 ? MPI_PROC_NULL : rank - 1) &&
        destination == (rank % 2 == 0 ? rank + 1 : MPI_PROC_NULL));
  coords[0] = -1, coords[1] = 1;
  MPI_Cart_rank(grid, coords, &at);
  CHECK(at == 7);
  MPI_Cart_sub(grid, (int[]){1, 0}, &row);
  check_members(row, 4, (int[]){rank % 2, rank % 2 + 2, rank % 2 + 4, rank % 2 + 6});
  MPI_Cartdim_get(row, &kind);
  MPI_Cart_get(row, 2, dims, periods, coords);
  CHECK(kind == 1 && dims[0] == 4 && periods[0] == 1 && coords[0] == rank / 2);
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
  MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){3, 2}, periods, 0, &grid);
  CHECK((grid == MPI_COMM_NULL) == (rank >= 6));
  if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
}

static void graphs(void) {
  int index[4] = {2, 3, 4, 6}, edges[6] = {1, 3, 0, 3, 0, 2}, count, found[3], kind, in, out, weighted, weights[2];
  MPI_Comm graph;
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph);
  CHECK((graph == MPI_COMM_NULL) == (rank >= 4));
  if (graph != MPI_COMM_NULL) {
    MPI_Graph_neighbors_count(graph, 3, &count);
    MPI_Graph_neighbors(graph, 3, 3, found);
    CHECK(count == 2 && found[0] == 0 && found[1] == 2);
    MPI_Topo_test(graph, &kind);
    CHECK(kind == MPI_GRAPH);
    MPI_Comm_free(&graph);
  }
  /* A ring: each process says where the next one sends to. */
  const int next = (rank + 1) % size, after = (rank + 2) % size, degree = 1, weight = next;
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &next, &degree, &after, &weight, MPI_INFO_NULL, 0, &graph);
  MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
  CHECK(in == 1 && out == 1 && weighted);
  MPI_Dist_graph_neighbors(graph, 1, found, weights, 1, found + 1, weights + 1);
  CHECK(found[0] == (rank + 7) % 8 && found[1] == next && weights[0] == found[0] && weights[1] == rank);
  MPI_Comm_free(&graph);
  const int before = (rank + size - 1) % size;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &next, MPI_UNWEIGHTED, 1, &before, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &graph);
  MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
  CHECK(in == 1 && out == 1 && !weighted);
  MPI_Comm_free(&graph);
}

int main(int argc, char** argv) {
  int provided, flag;
  MPI_Initialized(&flag);
  CHECK(!flag);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Query_thread(&provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(size == 8);
  groups();
  communicators();
  attributes();
  infos();
  hints_of_communicators();
  errors_removed();
  grids();
  graphs();
  MPI_Finalize();
  MPI_Finalized(&flag);
  CHECK(flag);
  if (rank == 0) printf("all communicators are well\n");
  return 0;
}
