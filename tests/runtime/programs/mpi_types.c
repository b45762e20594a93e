/* Datatypes as programs use them. Any number of nodes; messages go to the node itself. */
#include <stddef.h>

#include "mpi_check.h"

static MPI_Comm self = MPI_COMM_SELF;

struct record {
  char tag;
  double values[2];
  int number;
};

static MPI_Datatype record_type(void) {
  const int lengths[] = {1, 2, 1};
  const MPI_Aint places[] = {offsetof(struct record, tag), offsetof(struct record, values),
                             offsetof(struct record, number)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Datatype type;
  CHECK(MPI_Type_create_struct(3, lengths, places, types, &type) == MPI_SUCCESS);
  MPI_Type_commit(&type);
  return type;
}

static void send_to_self(const void* from, int m, MPI_Datatype s, void* to, int n, MPI_Datatype r, MPI_Status* status) {
  CHECK(MPI_Sendrecv(from, m, s, 0, 3, to, n, r, 0, 3, self, status) == MPI_SUCCESS);
}

static void records(void) {
  MPI_Datatype type = record_type();
  MPI_Aint lb, extent;
  int size, elements, count;
  MPI_Type_get_extent(type, &lb, &extent);
  MPI_Type_size(type, &size);
  CHECK(lb == 0 && extent == sizeof(struct record) && size == 1 + 16 + 4);
  MPI_Type_get_true_extent(type, &lb, &extent);
  CHECK(lb == 0 && extent == (MPI_Aint)(offsetof(struct record, number) + sizeof(int)));
  struct record in[2] = {{'a', {1, 2}, 3}, {'b', {4, 5}, 6}}, out[3];
  memset(out, 0, sizeof out);
  MPI_Status status;
  send_to_self(in, 2, type, out, 3, type, &status);
  MPI_Get_count(&status, type, &count);
  MPI_Get_elements(&status, type, &elements);
  CHECK(count == 2 && elements == 8);
  CHECK(out[1].tag == 'b' && out[1].values[0] == 4 && out[1].values[1] == 5 && out[1].number == 6 && out[2].tag == 0);
  MPI_Type_free(&type);
  CHECK(type == MPI_DATATYPE_NULL);
}

static void columns(void) {
  int matrix[4][5], column[4], part[2][2];
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 5; ++k) matrix[i][k] = 10 * i + k;
  }
  MPI_Datatype type;
  MPI_Type_vector(4, 1, 5, MPI_INT, &type);
  MPI_Type_commit(&type);
  send_to_self(&matrix[0][2], 1, type, column, 4, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; ++i) CHECK(column[i] == 10 * i + 2);
  MPI_Type_free(&type);
  const int sizes[] = {4, 5}, lengths[] = {2, 2}, starts[] = {1, 3};
  MPI_Type_create_subarray(2, sizes, lengths, starts, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_commit(&type);
  send_to_self(matrix, 1, type, part, 4, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(part[0][0] == 13 && part[0][1] == 14 && part[1][0] == 23 && part[1][1] == 24);
  MPI_Type_free(&type);
}

static void addresses(void) {
  int a = 1, b = 2, got[2];
  MPI_Aint places[2];
  MPI_Get_address(&a, &places[0]);
  MPI_Get_address(&b, &places[1]);
  CHECK(MPI_Aint_add(places[0], MPI_Aint_diff(places[1], places[0])) == places[1]);
  const int lengths[] = {1, 1};
  MPI_Datatype type;
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
  MPI_Type_commit(&type);
  send_to_self(MPI_BOTTOM, 1, type, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got[0] == 1 && got[1] == 2);
  MPI_Type_free(&type);
}

static void contents(void) {
  const int lengths[] = {2, 1}, places[] = {0, 5};
  MPI_Datatype row, type, parts[1];
  MPI_Type_contiguous(3, MPI_SHORT, &row);
  MPI_Type_indexed(2, lengths, places, row, &type);
  int integers, addresses_of, types, combiner, values[5];
  MPI_Type_get_envelope(type, &integers, &addresses_of, &types, &combiner);
  CHECK(integers == 5 && addresses_of == 0 && types == 1 && combiner == MPI_COMBINER_INDEXED);
  MPI_Type_get_contents(type, 5, 0, 1, values, NULL, parts);
  CHECK(values[0] == 2 && values[1] == 2 && values[2] == 1 && values[3] == 0 && values[4] == 5);
  MPI_Type_free(&row);
  MPI_Type_get_envelope(parts[0], &integers, &addresses_of, &types, &combiner);
  CHECK(combiner == MPI_COMBINER_CONTIGUOUS && integers == 1 && types == 1);
  MPI_Datatype inner;
  MPI_Type_get_contents(parts[0], 1, 0, 1, values, NULL, &inner);
  CHECK(inner == MPI_SHORT && values[0] == 3);
  MPI_Type_get_envelope(MPI_INT, &integers, &addresses_of, &types, &combiner);
  CHECK(combiner == MPI_COMBINER_NAMED && integers == 0);
  MPI_Type_free(&parts[0]);
  MPI_Type_free(&type);
}

static int deleted;
static int copy_attribute(MPI_Datatype type, int key, void* extra, void* value, void* copied, int* flag) {
  (void)type, (void)key, (void)extra;
  *(void**)copied = value;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete_attribute(MPI_Datatype type, int key, void* value, void* extra) {
  (void)type, (void)key, (void)extra;
  deleted += *(int*)value;
  return MPI_SUCCESS;
}

static void names_and_attributes(void) {
  char name[MPI_MAX_OBJECT_NAME];
  int length, key, flag, number = 5, *found = NULL;
  MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length);
  CHECK(strcmp(name, "MPI_DATATYPE_NULL") == 0 && length == 17);
  MPI_Type_get_name(MPI_DOUBLE, name, &length);
  CHECK(strcmp(name, "MPI_DOUBLE") == 0 && length == 10);
  MPI_Datatype type = record_type(), copy;
  MPI_Type_get_name(type, name, &length);
  CHECK(length == 0 && name[0] == 0);
  MPI_Type_set_name(type, "record");
  MPI_Type_get_name(type, name, &length);
  CHECK(strcmp(name, "record") == 0);
  MPI_Type_create_keyval(copy_attribute, delete_attribute, &key, NULL);
  MPI_Type_set_attr(type, key, &number);
  MPI_Type_dup(type, &copy);
  MPI_Type_get_attr(copy, key, &found, &flag);
  CHECK(flag && found == &number);
  MPI_Type_delete_attr(copy, key);
  MPI_Type_get_attr(copy, key, &found, &flag);
  CHECK(!flag && deleted == 5);
  MPI_Type_free(&copy);
  MPI_Type_free(&type);
  CHECK(deleted == 10);
  MPI_Type_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
}

static void packing(void) {
  MPI_Datatype type = record_type();
  struct record in = {'x', {7, 8}, 9}, out = {0};
  char buffer[100];
  int position = 0, size, number = 11, other = 0;
  MPI_Pack_size(1, type, self, &size);
  CHECK(size >= 21);
  MPI_Pack(&number, 1, MPI_INT, buffer, 100, &position, self);
  MPI_Pack(&in, 1, type, buffer, 100, &position, self);
  CHECK(position == 25);
  char received[100];
  send_to_self(buffer, position, MPI_PACKED, received, 100, MPI_PACKED, MPI_STATUS_IGNORE);
  position = 0;
  MPI_Unpack(received, 25, &position, &other, 1, MPI_INT, self);
  MPI_Unpack(received, 25, &position, &out, 1, type, self);
  CHECK(other == 11 && out.tag == 'x' && out.values[1] == 8 && out.number == 9 && position == 25);
  MPI_Aint at = 0, bytes;
  const long wide = -5;
  long back = 0;
  MPI_Pack_external_size("external32", 1, MPI_LONG, &bytes);
  MPI_Pack_external("external32", &wide, 1, MPI_LONG, buffer, 100, &at);
  CHECK(bytes == 4 && at == 4 && buffer[3] == (char)0xFB);
  at = 0;
  MPI_Unpack_external("external32", buffer, 4, &at, &back, 1, MPI_LONG);
  CHECK(back == -5);
  MPI_Type_free(&type);
}

static void as_in_mpi_1(void) {
  int lengths[] = {1, 1, 1};
  MPI_Aint places[] = {-4, 0, 12}, lb, ub, extent;
  MPI_Datatype types[] = {MPI_LB, MPI_INT, MPI_UB}, type;
  MPI_Type_struct(3, lengths, places, types, &type);
  MPI_Type_lb(type, &lb);
  MPI_Type_ub(type, &ub);
  MPI_Type_extent(type, &extent);
  CHECK(lb == -4 && ub == 12 && extent == 16);
  MPI_Type_free(&type);
}

static void fortran(void) {
  MPI_Datatype type, again;
  int size;
  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
  CHECK(type == MPI_REAL8);
  MPI_Type_create_f90_real(15, MPI_UNDEFINED, &type);
  MPI_Type_create_f90_real(15, MPI_UNDEFINED, &again);
  MPI_Type_size(type, &size);
  CHECK(type == again && size == 8);
  double one = 1.5, got = 0;
  send_to_self(&one, 1, type, &got, 1, type, MPI_STATUS_IGNORE);
  CHECK(got == 1.5);
  MPI_Datatype pair, part;
  int count;
  MPI_Type_contiguous(2, type, &pair);
  MPI_Type_get_contents(pair, 1, 0, 1, &count, NULL, &part); /* a predefined type, which is not freed */
  CHECK(count == 2 && part == type);
  MPI_Type_free(&pair);
}

static void elements_of_statuses(void) {
  const int lengths[2] = {1, 2};
  const MPI_Aint places[2] = {0, 8};
  const MPI_Datatype parts[2] = {MPI_INT, MPI_SHORT};
  MPI_Datatype mixed;
  MPI_Status status;
  MPI_Type_create_struct(2, lengths, places, parts, &mixed);
  for (int elements = 0; elements <= 7; ++elements) {
    int found;
    MPI_Status_set_elements(&status, mixed, elements);
    MPI_Get_elements(&status, mixed, &found);
    CHECK(found == elements);
    MPI_Get_count(&status, mixed, &found);
    CHECK(found == (elements % 3 == 0 ? elements / 3 : MPI_UNDEFINED));
  }
  MPI_Type_free(&mixed);
}

static void errors(void) {
  MPI_Datatype type = MPI_INT;
  int number = 0, position = 0;
  char small[2];
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_free(&type));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Type_vector(1, -1, 1, MPI_INT, &type));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Type_contiguous(1, MPI_INT, NULL));
  CHECK_ERROR(MPI_ERR_TRUNCATE, MPI_Pack(&number, 1, MPI_INT, small, 2, &position, self));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Pack(NULL, 1, MPI_CHAR, small, 2, &position, self));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Unpack(small, 2, &position, NULL, 1, MPI_CHAR, self));
  MPI_Aint at = 0;
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Pack_external("external32", NULL, 1, MPI_CHAR, small, 2, &at));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Unpack_external("external32", small, 2, &at, NULL, 1, MPI_CHAR));
  CHECK(position == 0 && at == 0);
  CHECK_ERROR(MPI_ERR_ARG, MPI_Pack_external("internal", &number, 1, MPI_INT, small, 2, &(MPI_Aint){0}));
  type = record_type();
  MPI_Datatype freed = type;
  MPI_Type_free(&type);
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_size(freed, &number));
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  records();
  columns();
  addresses();
  contents();
  elements_of_statuses();
  names_and_attributes();
  packing();
  as_in_mpi_1();
  fortran();
  errors();
  if (rank == 0) printf("all datatypes are well\n");
  MPI_Finalize();
  return 0;
}
