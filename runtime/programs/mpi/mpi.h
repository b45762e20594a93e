/* mpi.h: MPI for C and C++ programs that run as nodes of an emulated machine:
 *   switchyard-mpicc heat.c -o heat && switchyard mpirun -n 64 --machine cm5 ./heat
 *
 * After: MPI: A Message-Passing Interface Standard, version 3.1 (2015). This file declares the whole C interface of
 * MPI 3.1, the functions of MPI 1 that MPI 3 has removed, and most functions that versions 4.0 (2021) and 4.1 (2023)
 * have added. FUNCTIONS.md lists the functions, and runtime/README.md says how they are implemented.
 *
 * The functions are called through macros that pass the place of the call in the source. A file that defines functions
 * of these names itself, to count or to time the calls of a program, is compiled with -DSWITCHYARD_MPI_PLAIN, and so is
 * the program whose calls are counted or timed. */
#ifndef SWITCHYARD_MPI_H
#define SWITCHYARD_MPI_H
#pragma GCC system_header

#include <stddef.h>

#include "../call_place.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION 3
#define MPI_SUBVERSION 1

/* Handles are numbers with pointer types, so that the compiler tells the kinds of handles apart. */
typedef struct switchyard_mpi_communicator* MPI_Comm;
typedef struct switchyard_mpi_group* MPI_Group;
typedef struct switchyard_mpi_datatype* MPI_Datatype;
typedef struct switchyard_mpi_request* MPI_Request;
typedef struct switchyard_mpi_message* MPI_Message;
typedef struct switchyard_mpi_operation* MPI_Op;
typedef struct switchyard_mpi_error_handler* MPI_Errhandler;
typedef struct switchyard_mpi_info* MPI_Info;
typedef struct switchyard_mpi_window* MPI_Win;
typedef struct switchyard_mpi_file* MPI_File;
typedef struct switchyard_mpi_session* MPI_Session;
typedef struct switchyard_mpi_t_enum* MPI_T_enum;
typedef struct switchyard_mpi_t_cvar_handle* MPI_T_cvar_handle;
typedef struct switchyard_mpi_t_pvar_handle* MPI_T_pvar_handle;
typedef struct switchyard_mpi_t_pvar_session* MPI_T_pvar_session;
typedef struct switchyard_mpi_t_event_registration* MPI_T_event_registration;
typedef struct switchyard_mpi_t_event_instance* MPI_T_event_instance;

typedef long MPI_Aint;
typedef long long MPI_Count;
typedef long long MPI_Offset;
typedef int MPI_Fint;

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int switchyard_cancelled;
  unsigned long long switchyard_bytes;
} MPI_Status;
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_STATUS_SIZE 6
#define MPI_F_STATUS_SIZE MPI_STATUS_SIZE
#define MPI_F_SOURCE 0
#define MPI_F_TAG 1
#define MPI_F_ERROR 2
#define MPI_F_STATUS_IGNORE ((MPI_Fint*)0)
#define MPI_F_STATUSES_IGNORE ((MPI_Fint*)0)
/* A status of the Fortran module mpi_f08. */
typedef struct MPI_F08_status {
  MPI_Fint MPI_SOURCE;
  MPI_Fint MPI_TAG;
  MPI_Fint MPI_ERROR;
  MPI_Fint switchyard_rest[3];
} MPI_F08_status;
#define MPI_F08_STATUS_IGNORE ((MPI_F08_status*)0)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status*)0)

#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_COMM_WORLD ((MPI_Comm)1)
#define MPI_COMM_SELF ((MPI_Comm)2)
#define MPI_GROUP_NULL ((MPI_Group)0)
#define MPI_GROUP_EMPTY ((MPI_Group)1)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_MESSAGE_NULL ((MPI_Message)0)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)1)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)1)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)2)
#define MPI_ERRORS_ABORT ((MPI_Errhandler)3)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_INFO_ENV ((MPI_Info)1)
#define MPI_WIN_NULL ((MPI_Win)0)
#define MPI_FILE_NULL ((MPI_File)0)
#define MPI_SESSION_NULL ((MPI_Session)0)
#define MPI_T_ENUM_NULL ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0)
#define MPI_T_PVAR_ALL_HANDLES ((MPI_T_pvar_handle)1)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0)

/* The handles of datatypes: numbers from 1 on, in the order of NamedType (basic_type.hpp). */
#define MPI_DATATYPE_NULL ((MPI_Datatype)0)
#define MPI_CHAR ((MPI_Datatype)1)
#define MPI_SIGNED_CHAR ((MPI_Datatype)2)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)3)
#define MPI_BYTE ((MPI_Datatype)4)
#define MPI_PACKED ((MPI_Datatype)5)
#define MPI_WCHAR ((MPI_Datatype)6)
#define MPI_SHORT ((MPI_Datatype)7)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)8)
#define MPI_INT ((MPI_Datatype)9)
#define MPI_UNSIGNED ((MPI_Datatype)10)
#define MPI_LONG ((MPI_Datatype)11)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)12)
#define MPI_LONG_LONG_INT ((MPI_Datatype)13)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)14)
#define MPI_FLOAT ((MPI_Datatype)15)
#define MPI_DOUBLE ((MPI_Datatype)16)
#define MPI_LONG_DOUBLE ((MPI_Datatype)17)
#define MPI_INT8_T ((MPI_Datatype)18)
#define MPI_INT16_T ((MPI_Datatype)19)
#define MPI_INT32_T ((MPI_Datatype)20)
#define MPI_INT64_T ((MPI_Datatype)21)
#define MPI_UINT8_T ((MPI_Datatype)22)
#define MPI_UINT16_T ((MPI_Datatype)23)
#define MPI_UINT32_T ((MPI_Datatype)24)
#define MPI_UINT64_T ((MPI_Datatype)25)
#define MPI_C_BOOL ((MPI_Datatype)26)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)27)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)28)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)29)
#define MPI_CXX_BOOL ((MPI_Datatype)30)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)31)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)32)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)33)
#define MPI_AINT ((MPI_Datatype)34)
#define MPI_OFFSET ((MPI_Datatype)35)
#define MPI_COUNT ((MPI_Datatype)36)
#define MPI_CHARACTER ((MPI_Datatype)37)
#define MPI_LOGICAL ((MPI_Datatype)38)
#define MPI_INTEGER ((MPI_Datatype)39)
#define MPI_REAL ((MPI_Datatype)40)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)41)
#define MPI_COMPLEX ((MPI_Datatype)42)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)43)
#define MPI_INTEGER1 ((MPI_Datatype)44)
#define MPI_INTEGER2 ((MPI_Datatype)45)
#define MPI_INTEGER4 ((MPI_Datatype)46)
#define MPI_INTEGER8 ((MPI_Datatype)47)
#define MPI_REAL4 ((MPI_Datatype)48)
#define MPI_REAL8 ((MPI_Datatype)49)
#define MPI_REAL16 ((MPI_Datatype)50)
#define MPI_COMPLEX8 ((MPI_Datatype)51)
#define MPI_COMPLEX16 ((MPI_Datatype)52)
#define MPI_COMPLEX32 ((MPI_Datatype)53)
#define MPI_FLOAT_INT ((MPI_Datatype)54)
#define MPI_DOUBLE_INT ((MPI_Datatype)55)
#define MPI_LONG_INT ((MPI_Datatype)56)
#define MPI_2INT ((MPI_Datatype)57)
#define MPI_SHORT_INT ((MPI_Datatype)58)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)59)
#define MPI_2REAL ((MPI_Datatype)60)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)61)
#define MPI_2INTEGER ((MPI_Datatype)62)
#define MPI_LB ((MPI_Datatype)63)
#define MPI_UB ((MPI_Datatype)64)
/* Optional datatypes of Fortran that this implementation does not have. */
#define MPI_INTEGER16 MPI_DATATYPE_NULL
#define MPI_REAL2 MPI_DATATYPE_NULL
#define MPI_COMPLEX4 MPI_DATATYPE_NULL
#define MPI_LONG_LONG MPI_LONG_LONG_INT
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX

#define MPI_OP_NULL ((MPI_Op)0)
#define MPI_MAX ((MPI_Op)1)
#define MPI_MIN ((MPI_Op)2)
#define MPI_SUM ((MPI_Op)3)
#define MPI_PROD ((MPI_Op)4)
#define MPI_LAND ((MPI_Op)5)
#define MPI_BAND ((MPI_Op)6)
#define MPI_LOR ((MPI_Op)7)
#define MPI_BOR ((MPI_Op)8)
#define MPI_LXOR ((MPI_Op)9)
#define MPI_BXOR ((MPI_Op)10)
#define MPI_MAXLOC ((MPI_Op)11)
#define MPI_MINLOC ((MPI_Op)12)
#define MPI_REPLACE ((MPI_Op)13)
#define MPI_NO_OP ((MPI_Op)14)

#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_ROOT (-3)
#define MPI_UNDEFINED (-32766)
#define MPI_KEYVAL_INVALID (-1)
#define MPI_BOTTOM ((void*)0)
#define MPI_IN_PLACE ((void*)1)
#define MPI_UNWEIGHTED ((int*)2)
#define MPI_WEIGHTS_EMPTY ((int*)3)
#define MPI_ARGV_NULL ((char**)0)
#define MPI_ARGVS_NULL ((char***)0)
#define MPI_ERRCODES_IGNORE ((int*)0)
#define MPI_BSEND_OVERHEAD 32

#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_LIBRARY_VERSION_STRING 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_INFO_KEY 255
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_PORT_NAME 256
#define MPI_MAX_DATAREP_STRING 128
#define MPI_MAX_PSET_NAME_LEN 256
#define MPI_MAX_STRINGTAG_LEN 256

enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_GRAPH = 1, MPI_CART, MPI_DIST_GRAPH };
enum { MPI_COMM_TYPE_SHARED = 1, MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_HW_UNGUIDED };
enum { MPI_ORDER_C = 56, MPI_ORDER_FORTRAN };
enum { MPI_DISTRIBUTE_BLOCK = 121, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE };
#define MPI_DISTRIBUTE_DFLT_DARG (-49767)
enum { MPI_TYPECLASS_REAL = 1, MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_COMPLEX };

/* Constructors of datatypes (MPI_Type_get_envelope), in the order of Combiner (datatype.hpp). The last three are of
 * MPI 1. */
enum {
  MPI_COMBINER_NAMED,
  MPI_COMBINER_DUP,
  MPI_COMBINER_CONTIGUOUS,
  MPI_COMBINER_VECTOR,
  MPI_COMBINER_HVECTOR,
  MPI_COMBINER_INDEXED,
  MPI_COMBINER_HINDEXED,
  MPI_COMBINER_INDEXED_BLOCK,
  MPI_COMBINER_HINDEXED_BLOCK,
  MPI_COMBINER_STRUCT,
  MPI_COMBINER_SUBARRAY,
  MPI_COMBINER_DARRAY,
  MPI_COMBINER_F90_REAL,
  MPI_COMBINER_F90_COMPLEX,
  MPI_COMBINER_F90_INTEGER,
  MPI_COMBINER_RESIZED,
  MPI_COMBINER_HVECTOR_INTEGER,
  MPI_COMBINER_HINDEXED_INTEGER,
  MPI_COMBINER_STRUCT_INTEGER
};

/* Keys of the predefined attributes. */
enum {
  MPI_TAG_UB = 1,
  MPI_HOST,
  MPI_IO,
  MPI_WTIME_IS_GLOBAL,
  MPI_UNIVERSE_SIZE,
  MPI_APPNUM,
  MPI_LASTUSEDCODE,
  MPI_WIN_BASE,
  MPI_WIN_SIZE,
  MPI_WIN_DISP_UNIT,
  MPI_WIN_CREATE_FLAVOR,
  MPI_WIN_MODEL
};
enum { MPI_WIN_FLAVOR_CREATE = 1, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_DYNAMIC, MPI_WIN_FLAVOR_SHARED };
enum { MPI_WIN_SEPARATE = 1, MPI_WIN_UNIFIED };
enum { MPI_LOCK_EXCLUSIVE = 1, MPI_LOCK_SHARED };
enum {
  MPI_MODE_NOCHECK = 1024,
  MPI_MODE_NOSTORE = 2048,
  MPI_MODE_NOPUT = 4096,
  MPI_MODE_NOPRECEDE = 8192,
  MPI_MODE_NOSUCCEED = 16384
};
enum {
  MPI_MODE_CREATE = 1,
  MPI_MODE_RDONLY = 2,
  MPI_MODE_WRONLY = 4,
  MPI_MODE_RDWR = 8,
  MPI_MODE_DELETE_ON_CLOSE = 16,
  MPI_MODE_UNIQUE_OPEN = 32,
  MPI_MODE_EXCL = 64,
  MPI_MODE_APPEND = 128,
  MPI_MODE_SEQUENTIAL = 256
};
enum { MPI_SEEK_SET = 600, MPI_SEEK_CUR, MPI_SEEK_END };
#define MPI_DISPLACEMENT_CURRENT (-54278278)

/* Error classes. Each error class is also an error code. */
enum {
  MPI_SUCCESS,
  MPI_ERR_BUFFER,
  MPI_ERR_COUNT,
  MPI_ERR_TYPE,
  MPI_ERR_TAG,
  MPI_ERR_COMM,
  MPI_ERR_RANK,
  MPI_ERR_REQUEST,
  MPI_ERR_ROOT,
  MPI_ERR_GROUP,
  MPI_ERR_OP,
  MPI_ERR_TOPOLOGY,
  MPI_ERR_DIMS,
  MPI_ERR_ARG,
  MPI_ERR_UNKNOWN,
  MPI_ERR_TRUNCATE,
  MPI_ERR_OTHER,
  MPI_ERR_INTERN,
  MPI_ERR_IN_STATUS,
  MPI_ERR_PENDING,
  MPI_ERR_ACCESS,
  MPI_ERR_AMODE,
  MPI_ERR_ASSERT,
  MPI_ERR_BAD_FILE,
  MPI_ERR_BASE,
  MPI_ERR_CONVERSION,
  MPI_ERR_DISP,
  MPI_ERR_DUP_DATAREP,
  MPI_ERR_FILE_EXISTS,
  MPI_ERR_FILE_IN_USE,
  MPI_ERR_FILE,
  MPI_ERR_INFO_KEY,
  MPI_ERR_INFO_NOKEY,
  MPI_ERR_INFO_VALUE,
  MPI_ERR_INFO,
  MPI_ERR_IO,
  MPI_ERR_KEYVAL,
  MPI_ERR_LOCKTYPE,
  MPI_ERR_NAME,
  MPI_ERR_NO_MEM,
  MPI_ERR_NOT_SAME,
  MPI_ERR_NO_SPACE,
  MPI_ERR_NO_SUCH_FILE,
  MPI_ERR_PORT,
  MPI_ERR_QUOTA,
  MPI_ERR_READ_ONLY,
  MPI_ERR_RMA_ATTACH,
  MPI_ERR_RMA_CONFLICT,
  MPI_ERR_RMA_RANGE,
  MPI_ERR_RMA_SHARED,
  MPI_ERR_RMA_SYNC,
  MPI_ERR_RMA_FLAVOR,
  MPI_ERR_SERVICE,
  MPI_ERR_SIZE,
  MPI_ERR_SPAWN,
  MPI_ERR_UNSUPPORTED_DATAREP,
  MPI_ERR_UNSUPPORTED_OPERATION,
  MPI_ERR_WIN,
  MPI_T_ERR_CANNOT_INIT,
  MPI_T_ERR_NOT_INITIALIZED,
  MPI_T_ERR_MEMORY,
  MPI_T_ERR_INVALID,
  MPI_T_ERR_INVALID_INDEX,
  MPI_T_ERR_INVALID_ITEM,
  MPI_T_ERR_INVALID_SESSION,
  MPI_T_ERR_INVALID_HANDLE,
  MPI_T_ERR_INVALID_NAME,
  MPI_T_ERR_OUT_OF_HANDLES,
  MPI_T_ERR_OUT_OF_SESSIONS,
  MPI_T_ERR_CVAR_SET_NOT_NOW,
  MPI_T_ERR_CVAR_SET_NEVER,
  MPI_T_ERR_PVAR_NO_STARTSTOP,
  MPI_T_ERR_PVAR_NO_WRITE,
  MPI_T_ERR_PVAR_NO_ATOMIC,
  MPI_ERR_PROC_ABORTED,
  MPI_ERR_VALUE_TOO_LARGE,
  MPI_ERR_SESSION,
  MPI_ERR_ERRHANDLER,
  MPI_ERR_LASTCODE = 0x3fffffff
};

enum {
  MPI_T_VERBOSITY_USER_BASIC = 1,
  MPI_T_VERBOSITY_USER_DETAIL,
  MPI_T_VERBOSITY_USER_ALL,
  MPI_T_VERBOSITY_TUNER_BASIC,
  MPI_T_VERBOSITY_TUNER_DETAIL,
  MPI_T_VERBOSITY_TUNER_ALL,
  MPI_T_VERBOSITY_MPIDEV_BASIC,
  MPI_T_VERBOSITY_MPIDEV_DETAIL,
  MPI_T_VERBOSITY_MPIDEV_ALL
};
enum {
  MPI_T_BIND_NO_OBJECT,
  MPI_T_BIND_MPI_COMM,
  MPI_T_BIND_MPI_DATATYPE,
  MPI_T_BIND_MPI_ERRHANDLER,
  MPI_T_BIND_MPI_FILE,
  MPI_T_BIND_MPI_GROUP,
  MPI_T_BIND_MPI_OP,
  MPI_T_BIND_MPI_REQUEST,
  MPI_T_BIND_MPI_WIN,
  MPI_T_BIND_MPI_MESSAGE,
  MPI_T_BIND_MPI_INFO
};
typedef enum { MPI_T_SOURCE_ORDERED = 1, MPI_T_SOURCE_UNORDERED } MPI_T_source_order;
typedef enum {
  MPI_T_CB_REQUIRE_NONE,
  MPI_T_CB_REQUIRE_MPI_RESTRICTED,
  MPI_T_CB_REQUIRE_THREAD_SAFE,
  MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE
} MPI_T_cb_safety;
enum {
  MPI_T_SCOPE_CONSTANT = 1,
  MPI_T_SCOPE_READONLY,
  MPI_T_SCOPE_LOCAL,
  MPI_T_SCOPE_GROUP,
  MPI_T_SCOPE_GROUP_EQ,
  MPI_T_SCOPE_ALL,
  MPI_T_SCOPE_ALL_EQ
};
enum {
  MPI_T_PVAR_CLASS_STATE = 1,
  MPI_T_PVAR_CLASS_LEVEL,
  MPI_T_PVAR_CLASS_SIZE,
  MPI_T_PVAR_CLASS_PERCENTAGE,
  MPI_T_PVAR_CLASS_HIGHWATERMARK,
  MPI_T_PVAR_CLASS_LOWWATERMARK,
  MPI_T_PVAR_CLASS_COUNTER,
  MPI_T_PVAR_CLASS_AGGREGATE,
  MPI_T_PVAR_CLASS_TIMER,
  MPI_T_PVAR_CLASS_GENERIC
};

/* The types of the functions that programs pass to MPI. */
typedef void MPI_User_function(void*, void*, int*, MPI_Datatype*);
typedef void MPI_User_function_c(void*, void*, MPI_Count*, MPI_Datatype*);
typedef void MPI_Comm_errhandler_function(MPI_Comm*, int*, ...);
typedef void MPI_Win_errhandler_function(MPI_Win*, int*, ...);
typedef void MPI_File_errhandler_function(MPI_File*, int*, ...);
typedef void MPI_Session_errhandler_function(MPI_Session*, int*, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int, void*, void*, void*, int*);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int, void*, void*);
typedef int MPI_Type_copy_attr_function(MPI_Datatype, int, void*, void*, void*, int*);
typedef int MPI_Type_delete_attr_function(MPI_Datatype, int, void*, void*);
typedef int MPI_Win_copy_attr_function(MPI_Win, int, void*, void*, void*, int*);
typedef int MPI_Win_delete_attr_function(MPI_Win, int, void*, void*);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef int MPI_Grequest_query_function(void*, MPI_Status*);
typedef int MPI_Grequest_free_function(void*);
typedef int MPI_Grequest_cancel_function(void*, int);
typedef void MPI_T_event_cb_function(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*);
typedef void MPI_T_event_free_cb_function(MPI_T_event_registration, MPI_T_cb_safety, void*);
typedef void MPI_T_event_dropped_cb_function(MPI_Count, MPI_T_event_registration, int, MPI_T_cb_safety, void*);
typedef int MPI_Datarep_extent_function(MPI_Datatype, MPI_Aint*, void*);
typedef int MPI_Datarep_conversion_function(void*, MPI_Datatype, int, void*, MPI_Offset, void*);
typedef int MPI_Datarep_conversion_function_c(void*, MPI_Datatype, MPI_Count, void*, MPI_Offset, void*);
#define MPI_CONVERSION_FN_NULL ((MPI_Datarep_conversion_function*)0)
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c*)0)

/* Functions for the attributes of each kind of object: a copy function that copies nothing, a copy function that copies
 * the value, and a delete function that does nothing. Copy functions of programs may call them. */
#define SWITCHYARD_ATTRIBUTE_FUNCTIONS(name, handle)                                                                 \
  __attribute__((unused)) static int switchyard_mpi_##name##_null_copy(handle of, int key, void* extra, void* value, \
                                                                       void* copied, int* flag) {                    \
    (void)of, (void)key, (void)extra, (void)value, (void)copied;                                                     \
    *flag = 0;                                                                                                       \
    return 0;                                                                                                        \
  }                                                                                                                  \
  __attribute__((unused)) static int switchyard_mpi_##name##_dup(handle of, int key, void* extra, void* value,       \
                                                                 void* copied, int* flag) {                          \
    (void)of, (void)key, (void)extra;                                                                                \
    *(void**)copied = value;                                                                                         \
    *flag = 1;                                                                                                       \
    return 0;                                                                                                        \
  }                                                                                                                  \
  __attribute__((unused)) static int switchyard_mpi_##name##_null_delete(handle of, int key, void* value,            \
                                                                         void* extra) {                              \
    (void)of, (void)key, (void)value, (void)extra;                                                                   \
    return 0;                                                                                                        \
  }
SWITCHYARD_ATTRIBUTE_FUNCTIONS(comm, MPI_Comm)
SWITCHYARD_ATTRIBUTE_FUNCTIONS(type, MPI_Datatype)
SWITCHYARD_ATTRIBUTE_FUNCTIONS(win, MPI_Win)
#define MPI_COMM_NULL_COPY_FN switchyard_mpi_comm_null_copy
#define MPI_COMM_DUP_FN switchyard_mpi_comm_dup
#define MPI_COMM_NULL_DELETE_FN switchyard_mpi_comm_null_delete
#define MPI_TYPE_NULL_COPY_FN switchyard_mpi_type_null_copy
#define MPI_TYPE_DUP_FN switchyard_mpi_type_dup
#define MPI_TYPE_NULL_DELETE_FN switchyard_mpi_type_null_delete
#define MPI_WIN_NULL_COPY_FN switchyard_mpi_win_null_copy
#define MPI_WIN_DUP_FN switchyard_mpi_win_dup
#define MPI_WIN_NULL_DELETE_FN switchyard_mpi_win_null_delete
#define MPI_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_DUP_FN MPI_COMM_DUP_FN
#define MPI_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN

/* Declares a function of MPI under three names: its own name, its name for profiling, and the name by which the macros
 * at the end of this file call it. */
#define SWITCHYARD_MPI(name, ...)                \
  int MPI_##name(__VA_ARGS__) SWITCHYARD_BOUND;  \
  int PMPI_##name(__VA_ARGS__) SWITCHYARD_BOUND; \
  int switchyard_mpi_##name(const struct switchyard_call*, __VA_ARGS__) SWITCHYARD_BOUND
#define SWITCHYARD_MPI_WITHOUT_ARGUMENTS(name) \
  int MPI_##name(void) SWITCHYARD_BOUND;       \
  int PMPI_##name(void) SWITCHYARD_BOUND;      \
  int switchyard_mpi_##name(const struct switchyard_call*) SWITCHYARD_BOUND

/* These may be called at any time, and say nothing of their place. */
double MPI_Wtime(void) SWITCHYARD_BOUND;
double MPI_Wtick(void) SWITCHYARD_BOUND;
int MPI_Pcontrol(const int level, ...) SWITCHYARD_BOUND;
MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp) SWITCHYARD_BOUND;
MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) SWITCHYARD_BOUND;
double PMPI_Wtime(void) SWITCHYARD_BOUND;
double PMPI_Wtick(void) SWITCHYARD_BOUND;
int PMPI_Pcontrol(const int level, ...) SWITCHYARD_BOUND;
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp) SWITCHYARD_BOUND;
MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) SWITCHYARD_BOUND;

/* Environment. */
SWITCHYARD_MPI(Init, int* argc, char*** argv);
SWITCHYARD_MPI(Init_thread, int* argc, char*** argv, int required, int* provided);
SWITCHYARD_MPI(Initialized, int* flag);
SWITCHYARD_MPI_WITHOUT_ARGUMENTS(Finalize);
SWITCHYARD_MPI(Finalized, int* flag);
SWITCHYARD_MPI(Query_thread, int* provided);
SWITCHYARD_MPI(Is_thread_main, int* flag);
SWITCHYARD_MPI(Abort, MPI_Comm comm, int errorcode);
SWITCHYARD_MPI(Get_processor_name, char* name, int* resultlen);
SWITCHYARD_MPI(Get_version, int* version, int* subversion);
SWITCHYARD_MPI(Get_library_version, char* version, int* resultlen);
SWITCHYARD_MPI(Alloc_mem, MPI_Aint size, MPI_Info info, void* baseptr);
SWITCHYARD_MPI(Free_mem, void* base);
SWITCHYARD_MPI(Add_error_class, int* errorclass);
SWITCHYARD_MPI(Add_error_code, int errorclass, int* errorcode);
SWITCHYARD_MPI(Add_error_string, int errorcode, const char* string);
SWITCHYARD_MPI(Remove_error_class, int errorclass);
SWITCHYARD_MPI(Remove_error_code, int errorcode);
SWITCHYARD_MPI(Remove_error_string, int errorcode);
SWITCHYARD_MPI(Error_class, int errorcode, int* errorclass);
SWITCHYARD_MPI(Error_string, int errorcode, char* string, int* resultlen);
SWITCHYARD_MPI(Errhandler_free, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Comm_create_errhandler, MPI_Comm_errhandler_function* function, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Comm_set_errhandler, MPI_Comm comm, MPI_Errhandler errhandler);
SWITCHYARD_MPI(Comm_get_errhandler, MPI_Comm comm, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Comm_call_errhandler, MPI_Comm comm, int errorcode);
SWITCHYARD_MPI(Win_create_errhandler, MPI_Win_errhandler_function* function, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Win_set_errhandler, MPI_Win win, MPI_Errhandler errhandler);
SWITCHYARD_MPI(Win_get_errhandler, MPI_Win win, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Win_call_errhandler, MPI_Win win, int errorcode);
SWITCHYARD_MPI(File_create_errhandler, MPI_File_errhandler_function* function, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(File_set_errhandler, MPI_File file, MPI_Errhandler errhandler);
SWITCHYARD_MPI(File_get_errhandler, MPI_File file, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(File_call_errhandler, MPI_File fh, int errorcode);
SWITCHYARD_MPI(Info_create, MPI_Info* info);
SWITCHYARD_MPI(Info_create_env, int argc, char* argv[], MPI_Info* info);
SWITCHYARD_MPI(Info_delete, MPI_Info info, const char* key);
SWITCHYARD_MPI(Info_dup, MPI_Info info, MPI_Info* newinfo);
SWITCHYARD_MPI(Info_free, MPI_Info* info);
SWITCHYARD_MPI(Info_get, MPI_Info info, const char* key, int valuelen, char* value, int* flag);
SWITCHYARD_MPI(Info_get_nkeys, MPI_Info info, int* nkeys);
SWITCHYARD_MPI(Info_get_nthkey, MPI_Info info, int n, char* key);
SWITCHYARD_MPI(Info_get_string, MPI_Info info, const char* key, int* buflen, char* value, int* flag);
SWITCHYARD_MPI(Info_get_valuelen, MPI_Info info, const char* key, int* valuelen, int* flag);
SWITCHYARD_MPI(Info_set, MPI_Info info, const char* key, const char* value);

/* Point to point. */
SWITCHYARD_MPI(Send, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Bsend, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Ssend, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Rsend, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Recv, void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Status* status);
SWITCHYARD_MPI(Isend, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Ibsend, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Issend, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Irsend, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Irecv, void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Send_init, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Bsend_init, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Ssend_init, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Rsend_init, const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Recv_init, void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Start, MPI_Request* request);
SWITCHYARD_MPI(Startall, int count, MPI_Request array_of_requests[]);
SWITCHYARD_MPI(Wait, MPI_Request* request, MPI_Status* status);
SWITCHYARD_MPI(Waitany, int count, MPI_Request array_of_requests[], int* index, MPI_Status* status);
SWITCHYARD_MPI(Waitall, int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]);
SWITCHYARD_MPI(Waitsome, int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
               MPI_Status array_of_statuses[]);
SWITCHYARD_MPI(Test, MPI_Request* request, int* flag, MPI_Status* status);
SWITCHYARD_MPI(Testany, int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status);
SWITCHYARD_MPI(Testall, int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]);
SWITCHYARD_MPI(Testsome, int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
               MPI_Status array_of_statuses[]);
SWITCHYARD_MPI(Request_free, MPI_Request* request);
SWITCHYARD_MPI(Request_get_status, MPI_Request request, int* flag, MPI_Status* status);
SWITCHYARD_MPI(Request_get_status_all, int count, const MPI_Request array_of_requests[], int* flag,
               MPI_Status array_of_statuses[]);
SWITCHYARD_MPI(Request_get_status_any, int count, const MPI_Request array_of_requests[], int* index, int* flag,
               MPI_Status* status);
SWITCHYARD_MPI(Request_get_status_some, int incount, const MPI_Request array_of_requests[], int* outcount,
               int array_of_indices[], MPI_Status array_of_statuses[]);
SWITCHYARD_MPI(Cancel, MPI_Request* request);
SWITCHYARD_MPI(Test_cancelled, const MPI_Status* status, int* flag);
SWITCHYARD_MPI(Probe, int source, int tag, MPI_Comm comm, MPI_Status* status);
SWITCHYARD_MPI(Iprobe, int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
SWITCHYARD_MPI(Mprobe, int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status);
SWITCHYARD_MPI(Improbe, int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status);
SWITCHYARD_MPI(Mrecv, void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
SWITCHYARD_MPI(Imrecv, void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
SWITCHYARD_MPI(Sendrecv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
               void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
               MPI_Status* status);
SWITCHYARD_MPI(Sendrecv_replace, void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
               int recvtag, MPI_Comm comm, MPI_Status* status);
SWITCHYARD_MPI(Isendrecv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
               void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Isendrecv_replace, void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
               int recvtag, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Buffer_attach, void* buffer, int size);
SWITCHYARD_MPI(Buffer_detach, void* buffer_addr, int* size);
SWITCHYARD_MPI(Get_count, const MPI_Status* status, MPI_Datatype datatype, int* count);
SWITCHYARD_MPI(Get_elements, const MPI_Status* status, MPI_Datatype datatype, int* count);
SWITCHYARD_MPI(Get_elements_x, const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count);
SWITCHYARD_MPI(Status_set_cancelled, MPI_Status* status, int flag);
SWITCHYARD_MPI(Status_set_elements, MPI_Status* status, MPI_Datatype datatype, int count);
SWITCHYARD_MPI(Status_set_elements_x, MPI_Status* status, MPI_Datatype datatype, MPI_Count count);
SWITCHYARD_MPI(Status_get_source, const MPI_Status* status, int* source);
SWITCHYARD_MPI(Status_set_source, MPI_Status* status, int source);
SWITCHYARD_MPI(Status_get_tag, const MPI_Status* status, int* tag);
SWITCHYARD_MPI(Status_set_tag, MPI_Status* status, int tag);
SWITCHYARD_MPI(Status_get_error, const MPI_Status* status, int* err);
SWITCHYARD_MPI(Status_set_error, MPI_Status* status, int err);
SWITCHYARD_MPI(Grequest_start, MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
               MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request);
SWITCHYARD_MPI(Grequest_complete, MPI_Request request);

/* Datatypes. */
SWITCHYARD_MPI(Type_contiguous, int count, MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_vector, int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_hvector, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
               MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_indexed, int count, const int array_of_blocklengths[], const int array_of_displacements[],
               MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_hindexed, int count, const int array_of_blocklengths[],
               const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_indexed_block, int count, int blocklength, const int array_of_displacements[],
               MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_hindexed_block, int count, int blocklength, const MPI_Aint array_of_displacements[],
               MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_struct, int count, const int array_of_blocklengths[],
               const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_subarray, int ndims, const int array_of_sizes[], const int array_of_subsizes[],
               const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_darray, int size, int rank, int ndims, const int array_of_gsizes[],
               const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
               MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_resized, MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_f90_real, int p, int r, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_f90_complex, int p, int r, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_f90_integer, int r, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_match_size, int typeclass, int size, MPI_Datatype* datatype);
SWITCHYARD_MPI(Type_commit, MPI_Datatype* datatype);
SWITCHYARD_MPI(Type_free, MPI_Datatype* datatype);
SWITCHYARD_MPI(Type_dup, MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_size, MPI_Datatype datatype, int* size);
SWITCHYARD_MPI(Type_size_x, MPI_Datatype datatype, MPI_Count* size);
SWITCHYARD_MPI(Type_get_extent, MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent);
SWITCHYARD_MPI(Type_get_extent_x, MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent);
SWITCHYARD_MPI(Type_get_true_extent, MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent);
SWITCHYARD_MPI(Type_get_true_extent_x, MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent);
SWITCHYARD_MPI(Type_get_envelope, MPI_Datatype datatype, int* num_integers, int* num_addresses, int* num_datatypes,
               int* combiner);
SWITCHYARD_MPI(Type_get_contents, MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
               int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]);
SWITCHYARD_MPI(Type_get_name, MPI_Datatype datatype, char* type_name, int* resultlen);
SWITCHYARD_MPI(Type_set_name, MPI_Datatype datatype, const char* type_name);
SWITCHYARD_MPI(Type_create_keyval, MPI_Type_copy_attr_function* type_copy_attr_fn,
               MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval, void* extra_state);
SWITCHYARD_MPI(Type_free_keyval, int* type_keyval);
SWITCHYARD_MPI(Type_set_attr, MPI_Datatype datatype, int type_keyval, void* attribute_val);
SWITCHYARD_MPI(Type_get_attr, MPI_Datatype datatype, int type_keyval, void* attribute_val, int* flag);
SWITCHYARD_MPI(Type_delete_attr, MPI_Datatype datatype, int type_keyval);
SWITCHYARD_MPI(Get_address, const void* location, MPI_Aint* address);
SWITCHYARD_MPI(Pack, const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position,
               MPI_Comm comm);
SWITCHYARD_MPI(Unpack, const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype,
               MPI_Comm comm);
SWITCHYARD_MPI(Pack_size, int incount, MPI_Datatype datatype, MPI_Comm comm, int* size);
SWITCHYARD_MPI(Pack_external, const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf,
               MPI_Aint outsize, MPI_Aint* position);
SWITCHYARD_MPI(Unpack_external, const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position,
               void* outbuf, int outcount, MPI_Datatype datatype);
SWITCHYARD_MPI(Pack_external_size, const char datarep[], int incount, MPI_Datatype datatype, MPI_Aint* size);

/* Collectives. */
SWITCHYARD_MPI(Op_create, MPI_User_function* user_fn, int commute, MPI_Op* op);
SWITCHYARD_MPI(Op_free, MPI_Op* op);
SWITCHYARD_MPI(Op_commutative, MPI_Op op, int* commute);
SWITCHYARD_MPI(Reduce_local, const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
SWITCHYARD_MPI(Barrier, MPI_Comm comm);
SWITCHYARD_MPI(Bcast, void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Gather, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Gatherv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Scatter, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Scatterv, const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
               void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Allgather, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Allgatherv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Alltoall, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Alltoallv, const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
               void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Alltoallw, const void* sendbuf, const int sendcounts[], const int sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm);
SWITCHYARD_MPI(Reduce, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
               MPI_Comm comm);
SWITCHYARD_MPI(Allreduce, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm);
SWITCHYARD_MPI(Reduce_scatter, const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm);
SWITCHYARD_MPI(Reduce_scatter_block, const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm);
SWITCHYARD_MPI(Scan, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
SWITCHYARD_MPI(Exscan, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
SWITCHYARD_MPI(Ibarrier, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ibcast, void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Igather, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Igatherv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Iscatter, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iscatterv, const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
               void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iallgather, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iallgatherv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ialltoall, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ialltoallv, const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
               void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Ialltoallw, const void* sendbuf, const int sendcounts[], const int sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ireduce, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
               MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iallreduce, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ireduce_scatter, const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ireduce_scatter_block, const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iscan, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Iexscan, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
               MPI_Request* request);

/* Collectives among neighbours. */
SWITCHYARD_MPI(Neighbor_allgather, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_allgatherv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_alltoall, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_alltoallv, const void* sendbuf, const int sendcounts[], const int sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
               MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_alltoallw, const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm);
SWITCHYARD_MPI(Ineighbor_allgather, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_allgatherv, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_alltoall, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_alltoallv, const void* sendbuf, const int sendcounts[], const int sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
               MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_alltoallw, const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);

/* Persistent collectives (MPI 4.0). */
SWITCHYARD_MPI(Barrier_init, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Bcast_init, void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
               MPI_Request* request);
SWITCHYARD_MPI(Gather_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Gatherv_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
               MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Scatter_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Scatterv_init, const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
               void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
               MPI_Request* request);
SWITCHYARD_MPI(Allgather_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Allgatherv_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
               MPI_Request* request);
SWITCHYARD_MPI(Alltoall_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Alltoallv_init, const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
               void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
               MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Alltoallw_init, const void* sendbuf, const int sendcounts[], const int sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Reduce_init, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Allreduce_init, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Reduce_scatter_init, const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Reduce_scatter_block_init, const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Scan_init, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Exscan_init, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_allgather_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_allgatherv_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
               MPI_Request* request);
SWITCHYARD_MPI(Neighbor_alltoall_init, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_alltoallv_init, const void* sendbuf, const int sendcounts[], const int sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_alltoallw_init, const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);

/* Partitioned messages (MPI 4.0). */
SWITCHYARD_MPI(Psend_init, const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Precv_init, void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Pready, int partition, MPI_Request request);
SWITCHYARD_MPI(Pready_range, int partition_low, int partition_high, MPI_Request request);
SWITCHYARD_MPI(Pready_list, int length, const int array_of_partitions[], MPI_Request request);
SWITCHYARD_MPI(Parrived, MPI_Request request, int partition, int* flag);

/* Sessions (MPI 4.0). */
SWITCHYARD_MPI(Session_init, MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session);
SWITCHYARD_MPI(Session_finalize, MPI_Session* session);
SWITCHYARD_MPI(Session_get_num_psets, MPI_Session session, MPI_Info info, int* npset_names);
SWITCHYARD_MPI(Session_get_nth_pset, MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name);
SWITCHYARD_MPI(Session_get_info, MPI_Session session, MPI_Info* info_used);
SWITCHYARD_MPI(Session_get_pset_info, MPI_Session session, const char* pset_name, MPI_Info* info);
SWITCHYARD_MPI(Group_from_session_pset, MPI_Session session, const char* pset_name, MPI_Group* newgroup);
SWITCHYARD_MPI(Comm_create_from_group, MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler,
               MPI_Comm* newcomm);
SWITCHYARD_MPI(Intercomm_create_from_groups, MPI_Group local_group, int local_leader, MPI_Group remote_group,
               int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler,
               MPI_Comm* newintercomm);
SWITCHYARD_MPI(Session_create_errhandler, MPI_Session_errhandler_function* session_errhandler_fn,
               MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Session_set_errhandler, MPI_Session session, MPI_Errhandler errhandler);
SWITCHYARD_MPI(Session_get_errhandler, MPI_Session session, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Session_call_errhandler, MPI_Session session, int error_code);

/* Groups. */
SWITCHYARD_MPI(Group_size, MPI_Group group, int* size);
SWITCHYARD_MPI(Group_rank, MPI_Group group, int* rank);
SWITCHYARD_MPI(Group_translate_ranks, MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]);
SWITCHYARD_MPI(Group_compare, MPI_Group group1, MPI_Group group2, int* result);
SWITCHYARD_MPI(Group_union, MPI_Group group1, MPI_Group group2, MPI_Group* newgroup);
SWITCHYARD_MPI(Group_intersection, MPI_Group group1, MPI_Group group2, MPI_Group* newgroup);
SWITCHYARD_MPI(Group_difference, MPI_Group group1, MPI_Group group2, MPI_Group* newgroup);
SWITCHYARD_MPI(Group_incl, MPI_Group group, int n, const int ranks[], MPI_Group* newgroup);
SWITCHYARD_MPI(Group_excl, MPI_Group group, int n, const int ranks[], MPI_Group* newgroup);
SWITCHYARD_MPI(Group_range_incl, MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup);
SWITCHYARD_MPI(Group_range_excl, MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup);
SWITCHYARD_MPI(Group_free, MPI_Group* group);

/* Communicators. */
SWITCHYARD_MPI(Comm_size, MPI_Comm comm, int* size);
SWITCHYARD_MPI(Comm_rank, MPI_Comm comm, int* rank);
SWITCHYARD_MPI(Comm_group, MPI_Comm comm, MPI_Group* group);
SWITCHYARD_MPI(Comm_compare, MPI_Comm comm1, MPI_Comm comm2, int* result);
SWITCHYARD_MPI(Comm_dup, MPI_Comm comm, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_dup_with_info, MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_idup, MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request);
SWITCHYARD_MPI(Comm_idup_with_info, MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request);
SWITCHYARD_MPI(Comm_create, MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_create_group, MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_split, MPI_Comm comm, int color, int key, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_split_type, MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_free, MPI_Comm* comm);
SWITCHYARD_MPI(Comm_set_name, MPI_Comm comm, const char* comm_name);
SWITCHYARD_MPI(Comm_get_name, MPI_Comm comm, char* comm_name, int* resultlen);
SWITCHYARD_MPI(Comm_set_info, MPI_Comm comm, MPI_Info info);
SWITCHYARD_MPI(Comm_get_info, MPI_Comm comm, MPI_Info* info_used);
SWITCHYARD_MPI(Comm_test_inter, MPI_Comm comm, int* flag);
SWITCHYARD_MPI(Comm_remote_size, MPI_Comm comm, int* size);
SWITCHYARD_MPI(Comm_remote_group, MPI_Comm comm, MPI_Group* group);
SWITCHYARD_MPI(Intercomm_create, MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
               MPI_Comm* newintercomm);
SWITCHYARD_MPI(Intercomm_merge, MPI_Comm intercomm, int high, MPI_Comm* newintracomm);
SWITCHYARD_MPI(Comm_create_keyval, MPI_Comm_copy_attr_function* comm_copy_attr_fn,
               MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval, void* extra_state);
SWITCHYARD_MPI(Comm_free_keyval, int* comm_keyval);
SWITCHYARD_MPI(Comm_set_attr, MPI_Comm comm, int comm_keyval, void* attribute_val);
SWITCHYARD_MPI(Comm_get_attr, MPI_Comm comm, int comm_keyval, void* attribute_val, int* flag);
SWITCHYARD_MPI(Comm_delete_attr, MPI_Comm comm, int comm_keyval);

/* Topologies. */
SWITCHYARD_MPI(Cart_create, MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
               MPI_Comm* comm_cart);
SWITCHYARD_MPI(Dims_create, int nnodes, int ndims, int dims[]);
SWITCHYARD_MPI(Cartdim_get, MPI_Comm comm, int* ndims);
SWITCHYARD_MPI(Cart_get, MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
SWITCHYARD_MPI(Cart_rank, MPI_Comm comm, const int coords[], int* rank);
SWITCHYARD_MPI(Cart_coords, MPI_Comm comm, int rank, int maxdims, int coords[]);
SWITCHYARD_MPI(Cart_shift, MPI_Comm comm, int direction, int disp, int* rank_source, int* rank_dest);
SWITCHYARD_MPI(Cart_sub, MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm);
SWITCHYARD_MPI(Cart_map, MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank);
SWITCHYARD_MPI(Graph_create, MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
               MPI_Comm* comm_graph);
SWITCHYARD_MPI(Graphdims_get, MPI_Comm comm, int* nnodes, int* nedges);
SWITCHYARD_MPI(Graph_get, MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]);
SWITCHYARD_MPI(Graph_neighbors_count, MPI_Comm comm, int rank, int* nneighbors);
SWITCHYARD_MPI(Graph_neighbors, MPI_Comm comm, int rank, int maxneighbors, int neighbors[]);
SWITCHYARD_MPI(Graph_map, MPI_Comm comm, int nnodes, const int index[], const int edges[], int* newrank);
SWITCHYARD_MPI(Dist_graph_create_adjacent, MPI_Comm comm_old, int indegree, const int sources[],
               const int* sourceweights, int outdegree, const int destinations[], const int* destweights, MPI_Info info,
               int reorder, MPI_Comm* comm_dist_graph);
SWITCHYARD_MPI(Dist_graph_create, MPI_Comm comm_old, int n, const int sources[], const int degrees[],
               const int destinations[], const int* weights, MPI_Info info, int reorder, MPI_Comm* comm_dist_graph);
SWITCHYARD_MPI(Dist_graph_neighbors_count, MPI_Comm comm, int* indegree, int* outdegree, int* weighted);
SWITCHYARD_MPI(Dist_graph_neighbors, MPI_Comm comm, int maxindegree, int sources[], int* sourceweights,
               int maxoutdegree, int destinations[], int* destweights);
SWITCHYARD_MPI(Topo_test, MPI_Comm comm, int* status);

/* One-sided communication. */
SWITCHYARD_MPI(Win_create, void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
SWITCHYARD_MPI(Win_allocate, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win);
SWITCHYARD_MPI(Win_allocate_shared, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
               MPI_Win* win);
SWITCHYARD_MPI(Win_shared_query, MPI_Win win, int rank, MPI_Aint* size, int* disp_unit, void* baseptr);
SWITCHYARD_MPI(Win_create_dynamic, MPI_Info info, MPI_Comm comm, MPI_Win* win);
SWITCHYARD_MPI(Win_attach, MPI_Win win, void* base, MPI_Aint size);
SWITCHYARD_MPI(Win_detach, MPI_Win win, const void* base);
SWITCHYARD_MPI(Win_free, MPI_Win* win);
SWITCHYARD_MPI(Win_get_group, MPI_Win win, MPI_Group* group);
SWITCHYARD_MPI(Win_set_info, MPI_Win win, MPI_Info info);
SWITCHYARD_MPI(Win_get_info, MPI_Win win, MPI_Info* info_used);
SWITCHYARD_MPI(Win_set_name, MPI_Win win, const char* win_name);
SWITCHYARD_MPI(Win_get_name, MPI_Win win, char* win_name, int* resultlen);
SWITCHYARD_MPI(Win_create_keyval, MPI_Win_copy_attr_function* win_copy_attr_fn,
               MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval, void* extra_state);
SWITCHYARD_MPI(Win_free_keyval, int* win_keyval);
SWITCHYARD_MPI(Win_set_attr, MPI_Win win, int win_keyval, void* attribute_val);
SWITCHYARD_MPI(Win_get_attr, MPI_Win win, int win_keyval, void* attribute_val, int* flag);
SWITCHYARD_MPI(Win_delete_attr, MPI_Win win, int win_keyval);
SWITCHYARD_MPI(Put, const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
SWITCHYARD_MPI(Get, void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
SWITCHYARD_MPI(Accumulate, const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
SWITCHYARD_MPI(Get_accumulate, const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
               void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
               int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
SWITCHYARD_MPI(Fetch_and_op, const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank,
               MPI_Aint target_disp, MPI_Op op, MPI_Win win);
SWITCHYARD_MPI(Compare_and_swap, const void* origin_addr, const void* compare_addr, void* result_addr,
               MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win);
SWITCHYARD_MPI(Rput, const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
SWITCHYARD_MPI(Rget, void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
SWITCHYARD_MPI(Raccumulate, const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
               MPI_Request* request);
SWITCHYARD_MPI(Rget_accumulate, const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
               void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
               int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
SWITCHYARD_MPI(Win_fence, int assert, MPI_Win win);
SWITCHYARD_MPI(Win_start, MPI_Group group, int assert, MPI_Win win);
SWITCHYARD_MPI(Win_complete, MPI_Win win);
SWITCHYARD_MPI(Win_post, MPI_Group group, int assert, MPI_Win win);
SWITCHYARD_MPI(Win_wait, MPI_Win win);
SWITCHYARD_MPI(Win_test, MPI_Win win, int* flag);
SWITCHYARD_MPI(Win_lock, int lock_type, int rank, int assert, MPI_Win win);
SWITCHYARD_MPI(Win_lock_all, int assert, MPI_Win win);
SWITCHYARD_MPI(Win_unlock, int rank, MPI_Win win);
SWITCHYARD_MPI(Win_unlock_all, MPI_Win win);
SWITCHYARD_MPI(Win_flush, int rank, MPI_Win win);
SWITCHYARD_MPI(Win_flush_all, MPI_Win win);
SWITCHYARD_MPI(Win_flush_local, int rank, MPI_Win win);
SWITCHYARD_MPI(Win_flush_local_all, MPI_Win win);
SWITCHYARD_MPI(Win_sync, MPI_Win win);

/* Processes that are started while others run. */
SWITCHYARD_MPI(Comm_spawn, const char* command, char* argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm,
               MPI_Comm* intercomm, int array_of_errcodes[]);
SWITCHYARD_MPI(Comm_spawn_multiple, int count, char* array_of_commands[], char** array_of_argv[],
               const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm,
               MPI_Comm* intercomm, int array_of_errcodes[]);
SWITCHYARD_MPI(Comm_get_parent, MPI_Comm* parent);
SWITCHYARD_MPI(Open_port, MPI_Info info, char* port_name);
SWITCHYARD_MPI(Close_port, const char* port_name);
SWITCHYARD_MPI(Comm_accept, const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_connect, const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm);
SWITCHYARD_MPI(Comm_disconnect, MPI_Comm* comm);
SWITCHYARD_MPI(Comm_join, int fd, MPI_Comm* intercomm);
SWITCHYARD_MPI(Publish_name, const char* service_name, MPI_Info info, const char* port_name);
SWITCHYARD_MPI(Unpublish_name, const char* service_name, MPI_Info info, const char* port_name);
SWITCHYARD_MPI(Lookup_name, const char* service_name, MPI_Info info, char* port_name);

/* Files. */
SWITCHYARD_MPI(File_open, MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh);
SWITCHYARD_MPI(File_close, MPI_File* fh);
SWITCHYARD_MPI(File_delete, const char* filename, MPI_Info info);
SWITCHYARD_MPI(File_set_size, MPI_File fh, MPI_Offset size);
SWITCHYARD_MPI(File_preallocate, MPI_File fh, MPI_Offset size);
SWITCHYARD_MPI(File_get_size, MPI_File fh, MPI_Offset* size);
SWITCHYARD_MPI(File_get_group, MPI_File fh, MPI_Group* group);
SWITCHYARD_MPI(File_get_amode, MPI_File fh, int* amode);
SWITCHYARD_MPI(File_set_info, MPI_File fh, MPI_Info info);
SWITCHYARD_MPI(File_get_info, MPI_File fh, MPI_Info* info_used);
SWITCHYARD_MPI(File_set_view, MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
               const char* datarep, MPI_Info info);
SWITCHYARD_MPI(File_get_view, MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype,
               char* datarep);
SWITCHYARD_MPI(File_read_at, MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_read_at_all, MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_write_at, MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_write_at_all, MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_iread_at, MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_at, MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_iread_at_all, MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_at_all, MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_read, MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_read_all, MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write, MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write_all, MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_iread, MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_iwrite, MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_iread_all, MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_all, MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_seek, MPI_File fh, MPI_Offset offset, int whence);
SWITCHYARD_MPI(File_get_position, MPI_File fh, MPI_Offset* offset);
SWITCHYARD_MPI(File_get_byte_offset, MPI_File fh, MPI_Offset offset, MPI_Offset* disp);
SWITCHYARD_MPI(File_read_shared, MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write_shared, MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_iread_shared, MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_shared, MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_read_ordered, MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write_ordered, MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_seek_shared, MPI_File fh, MPI_Offset offset, int whence);
SWITCHYARD_MPI(File_get_position_shared, MPI_File fh, MPI_Offset* offset);
SWITCHYARD_MPI(File_read_at_all_begin, MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_read_at_all_end, MPI_File fh, void* buf, MPI_Status* status);
SWITCHYARD_MPI(File_write_at_all_begin, MPI_File fh, MPI_Offset offset, const void* buf, int count,
               MPI_Datatype datatype);
SWITCHYARD_MPI(File_write_at_all_end, MPI_File fh, const void* buf, MPI_Status* status);
SWITCHYARD_MPI(File_read_all_begin, MPI_File fh, void* buf, int count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_read_all_end, MPI_File fh, void* buf, MPI_Status* status);
SWITCHYARD_MPI(File_write_all_begin, MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_write_all_end, MPI_File fh, const void* buf, MPI_Status* status);
SWITCHYARD_MPI(File_read_ordered_begin, MPI_File fh, void* buf, int count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_read_ordered_end, MPI_File fh, void* buf, MPI_Status* status);
SWITCHYARD_MPI(File_write_ordered_begin, MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_write_ordered_end, MPI_File fh, const void* buf, MPI_Status* status);
SWITCHYARD_MPI(File_get_type_extent, MPI_File fh, MPI_Datatype datatype, MPI_Aint* extent);
SWITCHYARD_MPI(File_set_atomicity, MPI_File fh, int flag);
SWITCHYARD_MPI(File_get_atomicity, MPI_File fh, int* flag);
SWITCHYARD_MPI(File_sync, MPI_File fh);
SWITCHYARD_MPI(Register_datarep, const char* datarep, MPI_Datarep_conversion_function* read_conversion_fn,
               MPI_Datarep_conversion_function* write_conversion_fn, MPI_Datarep_extent_function* dtype_file_extent_fn,
               void* extra_state);

/* Handles and statuses of Fortran. */
SWITCHYARD_MPI(Status_f2c, const MPI_Fint* f_status, MPI_Status* c_status);
SWITCHYARD_MPI(Status_c2f, const MPI_Status* c_status, MPI_Fint* f_status);
SWITCHYARD_MPI(Status_f082c, const MPI_F08_status* f08_status, MPI_Status* c_status);
SWITCHYARD_MPI(Status_c2f08, const MPI_Status* c_status, MPI_F08_status* f08_status);
SWITCHYARD_MPI(Status_f082f, const MPI_F08_status* f08_status, MPI_Fint* f_status);
SWITCHYARD_MPI(Status_f2f08, const MPI_Fint* f_status, MPI_F08_status* f08_status);

/* The tool information interface. */
SWITCHYARD_MPI(T_init_thread, int required, int* provided);
SWITCHYARD_MPI_WITHOUT_ARGUMENTS(T_finalize);
SWITCHYARD_MPI(T_cvar_get_num, int* num_cvar);
SWITCHYARD_MPI(T_cvar_get_info, int cvar_index, char* name, int* name_len, int* verbosity, MPI_Datatype* datatype,
               MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* scope);
SWITCHYARD_MPI(T_cvar_get_index, const char* name, int* cvar_index);
SWITCHYARD_MPI(T_cvar_handle_alloc, int cvar_index, void* obj_handle, MPI_T_cvar_handle* handle, int* count);
SWITCHYARD_MPI(T_cvar_handle_free, MPI_T_cvar_handle* handle);
SWITCHYARD_MPI(T_cvar_read, MPI_T_cvar_handle handle, void* buf);
SWITCHYARD_MPI(T_cvar_write, MPI_T_cvar_handle handle, const void* buf);
SWITCHYARD_MPI(T_pvar_get_num, int* num_pvar);
SWITCHYARD_MPI(T_pvar_get_info, int pvar_index, char* name, int* name_len, int* verbosity, int* var_class,
               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* readonly,
               int* continuous, int* atomic);
SWITCHYARD_MPI(T_pvar_get_index, const char* name, int var_class, int* pvar_index);
SWITCHYARD_MPI(T_pvar_session_create, MPI_T_pvar_session* session);
SWITCHYARD_MPI(T_pvar_session_free, MPI_T_pvar_session* session);
SWITCHYARD_MPI(T_pvar_handle_alloc, MPI_T_pvar_session session, int pvar_index, void* obj_handle,
               MPI_T_pvar_handle* handle, int* count);
SWITCHYARD_MPI(T_pvar_handle_free, MPI_T_pvar_session session, MPI_T_pvar_handle* handle);
SWITCHYARD_MPI(T_pvar_start, MPI_T_pvar_session session, MPI_T_pvar_handle handle);
SWITCHYARD_MPI(T_pvar_stop, MPI_T_pvar_session session, MPI_T_pvar_handle handle);
SWITCHYARD_MPI(T_pvar_read, MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf);
SWITCHYARD_MPI(T_pvar_write, MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void* buf);
SWITCHYARD_MPI(T_pvar_reset, MPI_T_pvar_session session, MPI_T_pvar_handle handle);
SWITCHYARD_MPI(T_pvar_readreset, MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf);
SWITCHYARD_MPI(T_enum_get_info, MPI_T_enum enumtype, int* num, char* name, int* name_len);
SWITCHYARD_MPI(T_enum_get_item, MPI_T_enum enumtype, int index, int* value, char* name, int* name_len);
SWITCHYARD_MPI(T_category_get_num, int* num_cat);
SWITCHYARD_MPI(T_category_get_info, int cat_index, char* name, int* name_len, char* desc, int* desc_len, int* num_cvars,
               int* num_pvars, int* num_categories);
SWITCHYARD_MPI(T_category_get_index, const char* name, int* cat_index);
SWITCHYARD_MPI(T_category_get_cvars, int cat_index, int len, int indices[]);
SWITCHYARD_MPI(T_category_get_pvars, int cat_index, int len, int indices[]);
SWITCHYARD_MPI(T_category_get_categories, int cat_index, int len, int indices[]);
SWITCHYARD_MPI(T_category_changed, int* stamp);
SWITCHYARD_MPI(T_category_get_num_events, int cat_index, int* num_events);
SWITCHYARD_MPI(T_category_get_events, int cat_index, int len, int indices[]);
SWITCHYARD_MPI(T_source_get_num, int* num_sources);
SWITCHYARD_MPI(T_source_get_info, int source_index, char* name, int* name_len, char* desc, int* desc_len,
               MPI_T_source_order* ordering, MPI_Count* ticks_per_second, MPI_Count* max_ticks, MPI_Info* info);
SWITCHYARD_MPI(T_source_get_timestamp, int source_index, MPI_Count* timestamp);
SWITCHYARD_MPI(T_event_get_num, int* num_events);
SWITCHYARD_MPI(T_event_get_info, int event_index, char* name, int* name_len, int* verbosity,
               MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int* num_elements,
               MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len, int* bind);
SWITCHYARD_MPI(T_event_get_index, const char* name, int* event_index);
SWITCHYARD_MPI(T_event_handle_alloc, int event_index, void* obj_handle, MPI_Info info,
               MPI_T_event_registration* event_registration);
SWITCHYARD_MPI(T_event_handle_set_info, MPI_T_event_registration event_registration, MPI_Info info);
SWITCHYARD_MPI(T_event_handle_get_info, MPI_T_event_registration event_registration, MPI_Info* info_used);
SWITCHYARD_MPI(T_event_handle_free, MPI_T_event_registration event_registration, void* user_data,
               MPI_T_event_free_cb_function free_cb_function);
SWITCHYARD_MPI(T_event_register_callback, MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
               MPI_Info info, void* user_data, MPI_T_event_cb_function event_cb_function);
SWITCHYARD_MPI(T_event_callback_set_info, MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
               MPI_Info info);
SWITCHYARD_MPI(T_event_callback_get_info, MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
               MPI_Info* info_used);
SWITCHYARD_MPI(T_event_set_dropped_handler, MPI_T_event_registration event_registration,
               MPI_T_event_dropped_cb_function dropped_cb_function);
SWITCHYARD_MPI(T_event_read, MPI_T_event_instance event_instance, int element_index, void* buffer);
SWITCHYARD_MPI(T_event_copy, MPI_T_event_instance event_instance, void* buffer);
SWITCHYARD_MPI(T_event_get_timestamp, MPI_T_event_instance event_instance, MPI_Count* event_timestamp);
SWITCHYARD_MPI(T_event_get_source, MPI_T_event_instance event_instance, int* source_index);

/* Functions with large counts (MPI 4.0). */
SWITCHYARD_MPI(Send_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Bsend_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Ssend_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Rsend_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
SWITCHYARD_MPI(Recv_c, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Status* status);
SWITCHYARD_MPI(Isend_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Ibsend_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Issend_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Irsend_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Irecv_c, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Send_init_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Bsend_init_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Ssend_init_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Rsend_init_c, const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Recv_init_c, void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Mrecv_c, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
SWITCHYARD_MPI(Imrecv_c, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
SWITCHYARD_MPI(Sendrecv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
               void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
               MPI_Status* status);
SWITCHYARD_MPI(Sendrecv_replace_c, void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source,
               int recvtag, MPI_Comm comm, MPI_Status* status);
SWITCHYARD_MPI(Isendrecv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
               void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Isendrecv_replace_c, void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
               int source, int recvtag, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Buffer_attach_c, void* buffer, MPI_Count size);
SWITCHYARD_MPI(Buffer_detach_c, void* buffer_addr, MPI_Count* size);
SWITCHYARD_MPI(Get_count_c, const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count);
SWITCHYARD_MPI(Get_elements_c, const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count);
SWITCHYARD_MPI(Status_set_elements_c, MPI_Status* status, MPI_Datatype datatype, MPI_Count count);
SWITCHYARD_MPI(Type_contiguous_c, MPI_Count count, MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_vector_c, MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
               MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_hvector_c, MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
               MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_indexed_c, MPI_Count count, const MPI_Count array_of_blocklengths[],
               const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_hindexed_c, MPI_Count count, const MPI_Count array_of_blocklengths[],
               const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_indexed_block_c, MPI_Count count, MPI_Count blocklength,
               const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_hindexed_block_c, MPI_Count count, MPI_Count blocklength,
               const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_struct_c, MPI_Count count, const MPI_Count array_of_blocklengths[],
               const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_subarray_c, int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[],
               const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_darray_c, int size, int rank, int ndims, const MPI_Count array_of_gsizes[],
               const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
               MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_create_resized_c, MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_size_c, MPI_Datatype datatype, MPI_Count* size);
SWITCHYARD_MPI(Type_get_extent_c, MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent);
SWITCHYARD_MPI(Type_get_true_extent_c, MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent);
SWITCHYARD_MPI(Type_get_envelope_c, MPI_Datatype datatype, MPI_Count* num_integers, MPI_Count* num_addresses,
               MPI_Count* num_large_counts, MPI_Count* num_datatypes, int* combiner);
SWITCHYARD_MPI(Type_get_contents_c, MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
               MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[],
               MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]);
SWITCHYARD_MPI(Pack_c, const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize,
               MPI_Count* position, MPI_Comm comm);
SWITCHYARD_MPI(Unpack_c, const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount,
               MPI_Datatype datatype, MPI_Comm comm);
SWITCHYARD_MPI(Pack_size_c, MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count* size);
SWITCHYARD_MPI(Pack_external_c, const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype,
               void* outbuf, MPI_Count outsize, MPI_Count* position);
SWITCHYARD_MPI(Unpack_external_c, const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position,
               void* outbuf, MPI_Count outcount, MPI_Datatype datatype);
SWITCHYARD_MPI(Pack_external_size_c, const char datarep[], MPI_Count incount, MPI_Datatype datatype, MPI_Count* size);
SWITCHYARD_MPI(Op_create_c, MPI_User_function_c* user_fn, int commute, MPI_Op* op);
SWITCHYARD_MPI(Reduce_local_c, const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op);
SWITCHYARD_MPI(Bcast_c, void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Gather_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Gatherv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Scatter_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
SWITCHYARD_MPI(Scatterv_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
               MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
               MPI_Comm comm);
SWITCHYARD_MPI(Allgather_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Allgatherv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Alltoall_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Alltoallv_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Alltoallw_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm);
SWITCHYARD_MPI(Reduce_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm);
SWITCHYARD_MPI(Allreduce_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm);
SWITCHYARD_MPI(Reduce_scatter_c, const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
SWITCHYARD_MPI(Reduce_scatter_block_c, const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm);
SWITCHYARD_MPI(Scan_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm);
SWITCHYARD_MPI(Exscan_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm);
SWITCHYARD_MPI(Ibcast_c, void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Igather_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Igatherv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Iscatter_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iscatterv_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
               MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
               MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iallgather_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iallgatherv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Ialltoall_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ialltoallv_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ialltoallw_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ireduce_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iallreduce_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ireduce_scatter_c, const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ireduce_scatter_block_c, const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iscan_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Iexscan_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_allgather_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_allgatherv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_alltoall_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_alltoallv_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm);
SWITCHYARD_MPI(Neighbor_alltoallw_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm);
SWITCHYARD_MPI(Ineighbor_allgather_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_allgatherv_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
               MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_alltoall_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_alltoallv_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Ineighbor_alltoallw_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
SWITCHYARD_MPI(Bcast_init_c, void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
               MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Gather_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
               MPI_Request* request);
SWITCHYARD_MPI(Gatherv_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
               MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Scatter_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
               MPI_Request* request);
SWITCHYARD_MPI(Scatterv_init_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
               MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Allgather_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Allgatherv_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
               MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Alltoall_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Alltoallv_init_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Alltoallw_init_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Reduce_init_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Allreduce_init_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Reduce_scatter_init_c, const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Reduce_scatter_block_init_c, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Scan_init_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Exscan_init_c, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_allgather_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
               void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
               MPI_Request* request);
SWITCHYARD_MPI(Neighbor_allgatherv_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
               void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
               MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_alltoall_init_c, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_alltoallv_init_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Neighbor_alltoallw_init_c, const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
               const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
SWITCHYARD_MPI(Win_create_c, void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
SWITCHYARD_MPI(Win_allocate_c, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
               MPI_Win* win);
SWITCHYARD_MPI(Win_allocate_shared_c, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
               MPI_Win* win);
SWITCHYARD_MPI(Win_shared_query_c, MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit, void* baseptr);
SWITCHYARD_MPI(Put_c, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
SWITCHYARD_MPI(Get_c, void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
SWITCHYARD_MPI(Accumulate_c, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
               MPI_Win win);
SWITCHYARD_MPI(Get_accumulate_c, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
               MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
SWITCHYARD_MPI(Rput_c, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
               MPI_Request* request);
SWITCHYARD_MPI(Rget_c, void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
               MPI_Request* request);
SWITCHYARD_MPI(Raccumulate_c, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
               MPI_Win win, MPI_Request* request);
SWITCHYARD_MPI(Rget_accumulate_c, const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
               MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
               MPI_Request* request);
SWITCHYARD_MPI(File_read_at_c, MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_read_at_all_c, MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_write_at_c, MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_write_at_all_c, MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
               MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_iread_at_c, MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_at_c, MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
               MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_iread_at_all_c, MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_at_all_c, MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
               MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_read_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_read_all_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write_all_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_iread_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_iread_all_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_all_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_read_shared_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write_shared_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_iread_shared_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_iwrite_shared_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Request* request);
SWITCHYARD_MPI(File_read_ordered_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
SWITCHYARD_MPI(File_write_ordered_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Status* status);
SWITCHYARD_MPI(File_read_at_all_begin_c, MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
               MPI_Datatype datatype);
SWITCHYARD_MPI(File_write_at_all_begin_c, MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
               MPI_Datatype datatype);
SWITCHYARD_MPI(File_read_all_begin_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_write_all_begin_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_read_ordered_begin_c, MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_write_ordered_begin_c, MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
SWITCHYARD_MPI(File_get_type_extent_c, MPI_File fh, MPI_Datatype datatype, MPI_Count* extent);
SWITCHYARD_MPI(Register_datarep_c, const char* datarep, MPI_Datarep_conversion_function_c* read_conversion_fn,
               MPI_Datarep_conversion_function_c* write_conversion_fn,
               MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state);

/* Of MPI 1, which MPI 3 has no more or advises against. */
SWITCHYARD_MPI(Address, void* location, MPI_Aint* address);
SWITCHYARD_MPI(Type_hvector, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_hindexed, int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
               MPI_Datatype oldtype, MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_struct, int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
               MPI_Datatype array_of_types[], MPI_Datatype* newtype);
SWITCHYARD_MPI(Type_extent, MPI_Datatype datatype, MPI_Aint* extent);
SWITCHYARD_MPI(Type_lb, MPI_Datatype datatype, MPI_Aint* displacement);
SWITCHYARD_MPI(Type_ub, MPI_Datatype datatype, MPI_Aint* displacement);
SWITCHYARD_MPI(Keyval_create, MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn, int* keyval,
               void* extra_state);
SWITCHYARD_MPI(Keyval_free, int* keyval);
SWITCHYARD_MPI(Attr_put, MPI_Comm comm, int keyval, void* attribute_val);
SWITCHYARD_MPI(Attr_get, MPI_Comm comm, int keyval, void* attribute_val, int* flag);
SWITCHYARD_MPI(Attr_delete, MPI_Comm comm, int keyval);
SWITCHYARD_MPI(Errhandler_create, MPI_Handler_function* function, MPI_Errhandler* errhandler);
SWITCHYARD_MPI(Errhandler_set, MPI_Comm comm, MPI_Errhandler errhandler);
SWITCHYARD_MPI(Errhandler_get, MPI_Comm comm, MPI_Errhandler* errhandler);

#ifdef __cplusplus
}
#endif

/* Handles in Fortran are the same numbers. */
#define MPI_Comm_c2f(handle) ((MPI_Fint)(long)(MPI_Comm)(handle))
#define MPI_Comm_f2c(number) ((MPI_Comm)(long)(MPI_Fint)(number))
#define MPI_Group_c2f(handle) ((MPI_Fint)(long)(MPI_Group)(handle))
#define MPI_Group_f2c(number) ((MPI_Group)(long)(MPI_Fint)(number))
#define MPI_Type_c2f(handle) ((MPI_Fint)(long)(MPI_Datatype)(handle))
#define MPI_Type_f2c(number) ((MPI_Datatype)(long)(MPI_Fint)(number))
#define MPI_Request_c2f(handle) ((MPI_Fint)(long)(MPI_Request)(handle))
#define MPI_Request_f2c(number) ((MPI_Request)(long)(MPI_Fint)(number))
#define MPI_Message_c2f(handle) ((MPI_Fint)(long)(MPI_Message)(handle))
#define MPI_Message_f2c(number) ((MPI_Message)(long)(MPI_Fint)(number))
#define MPI_Op_c2f(handle) ((MPI_Fint)(long)(MPI_Op)(handle))
#define MPI_Op_f2c(number) ((MPI_Op)(long)(MPI_Fint)(number))
#define MPI_Errhandler_c2f(handle) ((MPI_Fint)(long)(MPI_Errhandler)(handle))
#define MPI_Errhandler_f2c(number) ((MPI_Errhandler)(long)(MPI_Fint)(number))
#define MPI_Info_c2f(handle) ((MPI_Fint)(long)(MPI_Info)(handle))
#define MPI_Info_f2c(number) ((MPI_Info)(long)(MPI_Fint)(number))
#define MPI_Win_c2f(handle) ((MPI_Fint)(long)(MPI_Win)(handle))
#define MPI_Win_f2c(number) ((MPI_Win)(long)(MPI_Fint)(number))
#define MPI_File_c2f(handle) ((MPI_Fint)(long)(MPI_File)(handle))
#define MPI_File_f2c(number) ((MPI_File)(long)(MPI_Fint)(number))
#define MPI_Session_c2f(handle) ((MPI_Fint)(long)(MPI_Session)(handle))
#define MPI_Session_f2c(number) ((MPI_Session)(long)(MPI_Fint)(number))

#ifndef SWITCHYARD_MPI_PLAIN
#define SWITCHYARD_MPI_CALL(name, ...) switchyard_mpi_##name(SWITCHYARD_CALL("MPI_" #name), __VA_ARGS__)
#define MPI_Init(...) SWITCHYARD_MPI_CALL(Init, __VA_ARGS__)
#define MPI_Init_thread(...) SWITCHYARD_MPI_CALL(Init_thread, __VA_ARGS__)
#define MPI_Initialized(...) SWITCHYARD_MPI_CALL(Initialized, __VA_ARGS__)
#define MPI_Finalize() switchyard_mpi_Finalize(SWITCHYARD_CALL("MPI_Finalize"))
#define MPI_Finalized(...) SWITCHYARD_MPI_CALL(Finalized, __VA_ARGS__)
#define MPI_Query_thread(...) SWITCHYARD_MPI_CALL(Query_thread, __VA_ARGS__)
#define MPI_Is_thread_main(...) SWITCHYARD_MPI_CALL(Is_thread_main, __VA_ARGS__)
#define MPI_Abort(...) SWITCHYARD_MPI_CALL(Abort, __VA_ARGS__)
#define MPI_Get_processor_name(...) SWITCHYARD_MPI_CALL(Get_processor_name, __VA_ARGS__)
#define MPI_Get_version(...) SWITCHYARD_MPI_CALL(Get_version, __VA_ARGS__)
#define MPI_Get_library_version(...) SWITCHYARD_MPI_CALL(Get_library_version, __VA_ARGS__)
#define MPI_Alloc_mem(...) SWITCHYARD_MPI_CALL(Alloc_mem, __VA_ARGS__)
#define MPI_Free_mem(...) SWITCHYARD_MPI_CALL(Free_mem, __VA_ARGS__)
#define MPI_Add_error_class(...) SWITCHYARD_MPI_CALL(Add_error_class, __VA_ARGS__)
#define MPI_Add_error_code(...) SWITCHYARD_MPI_CALL(Add_error_code, __VA_ARGS__)
#define MPI_Add_error_string(...) SWITCHYARD_MPI_CALL(Add_error_string, __VA_ARGS__)
#define MPI_Remove_error_class(...) SWITCHYARD_MPI_CALL(Remove_error_class, __VA_ARGS__)
#define MPI_Remove_error_code(...) SWITCHYARD_MPI_CALL(Remove_error_code, __VA_ARGS__)
#define MPI_Remove_error_string(...) SWITCHYARD_MPI_CALL(Remove_error_string, __VA_ARGS__)
#define MPI_Error_class(...) SWITCHYARD_MPI_CALL(Error_class, __VA_ARGS__)
#define MPI_Error_string(...) SWITCHYARD_MPI_CALL(Error_string, __VA_ARGS__)
#define MPI_Errhandler_free(...) SWITCHYARD_MPI_CALL(Errhandler_free, __VA_ARGS__)
#define MPI_Comm_create_errhandler(...) SWITCHYARD_MPI_CALL(Comm_create_errhandler, __VA_ARGS__)
#define MPI_Comm_set_errhandler(...) SWITCHYARD_MPI_CALL(Comm_set_errhandler, __VA_ARGS__)
#define MPI_Comm_get_errhandler(...) SWITCHYARD_MPI_CALL(Comm_get_errhandler, __VA_ARGS__)
#define MPI_Comm_call_errhandler(...) SWITCHYARD_MPI_CALL(Comm_call_errhandler, __VA_ARGS__)
#define MPI_Win_create_errhandler(...) SWITCHYARD_MPI_CALL(Win_create_errhandler, __VA_ARGS__)
#define MPI_Win_set_errhandler(...) SWITCHYARD_MPI_CALL(Win_set_errhandler, __VA_ARGS__)
#define MPI_Win_get_errhandler(...) SWITCHYARD_MPI_CALL(Win_get_errhandler, __VA_ARGS__)
#define MPI_Win_call_errhandler(...) SWITCHYARD_MPI_CALL(Win_call_errhandler, __VA_ARGS__)
#define MPI_File_create_errhandler(...) SWITCHYARD_MPI_CALL(File_create_errhandler, __VA_ARGS__)
#define MPI_File_set_errhandler(...) SWITCHYARD_MPI_CALL(File_set_errhandler, __VA_ARGS__)
#define MPI_File_get_errhandler(...) SWITCHYARD_MPI_CALL(File_get_errhandler, __VA_ARGS__)
#define MPI_File_call_errhandler(...) SWITCHYARD_MPI_CALL(File_call_errhandler, __VA_ARGS__)
#define MPI_Info_create(...) SWITCHYARD_MPI_CALL(Info_create, __VA_ARGS__)
#define MPI_Info_create_env(...) SWITCHYARD_MPI_CALL(Info_create_env, __VA_ARGS__)
#define MPI_Info_delete(...) SWITCHYARD_MPI_CALL(Info_delete, __VA_ARGS__)
#define MPI_Info_dup(...) SWITCHYARD_MPI_CALL(Info_dup, __VA_ARGS__)
#define MPI_Info_free(...) SWITCHYARD_MPI_CALL(Info_free, __VA_ARGS__)
#define MPI_Info_get(...) SWITCHYARD_MPI_CALL(Info_get, __VA_ARGS__)
#define MPI_Info_get_nkeys(...) SWITCHYARD_MPI_CALL(Info_get_nkeys, __VA_ARGS__)
#define MPI_Info_get_nthkey(...) SWITCHYARD_MPI_CALL(Info_get_nthkey, __VA_ARGS__)
#define MPI_Info_get_string(...) SWITCHYARD_MPI_CALL(Info_get_string, __VA_ARGS__)
#define MPI_Info_get_valuelen(...) SWITCHYARD_MPI_CALL(Info_get_valuelen, __VA_ARGS__)
#define MPI_Info_set(...) SWITCHYARD_MPI_CALL(Info_set, __VA_ARGS__)
#define MPI_Send(...) SWITCHYARD_MPI_CALL(Send, __VA_ARGS__)
#define MPI_Bsend(...) SWITCHYARD_MPI_CALL(Bsend, __VA_ARGS__)
#define MPI_Ssend(...) SWITCHYARD_MPI_CALL(Ssend, __VA_ARGS__)
#define MPI_Rsend(...) SWITCHYARD_MPI_CALL(Rsend, __VA_ARGS__)
#define MPI_Recv(...) SWITCHYARD_MPI_CALL(Recv, __VA_ARGS__)
#define MPI_Isend(...) SWITCHYARD_MPI_CALL(Isend, __VA_ARGS__)
#define MPI_Ibsend(...) SWITCHYARD_MPI_CALL(Ibsend, __VA_ARGS__)
#define MPI_Issend(...) SWITCHYARD_MPI_CALL(Issend, __VA_ARGS__)
#define MPI_Irsend(...) SWITCHYARD_MPI_CALL(Irsend, __VA_ARGS__)
#define MPI_Irecv(...) SWITCHYARD_MPI_CALL(Irecv, __VA_ARGS__)
#define MPI_Send_init(...) SWITCHYARD_MPI_CALL(Send_init, __VA_ARGS__)
#define MPI_Bsend_init(...) SWITCHYARD_MPI_CALL(Bsend_init, __VA_ARGS__)
#define MPI_Ssend_init(...) SWITCHYARD_MPI_CALL(Ssend_init, __VA_ARGS__)
#define MPI_Rsend_init(...) SWITCHYARD_MPI_CALL(Rsend_init, __VA_ARGS__)
#define MPI_Recv_init(...) SWITCHYARD_MPI_CALL(Recv_init, __VA_ARGS__)
#define MPI_Start(...) SWITCHYARD_MPI_CALL(Start, __VA_ARGS__)
#define MPI_Startall(...) SWITCHYARD_MPI_CALL(Startall, __VA_ARGS__)
#define MPI_Wait(...) SWITCHYARD_MPI_CALL(Wait, __VA_ARGS__)
#define MPI_Waitany(...) SWITCHYARD_MPI_CALL(Waitany, __VA_ARGS__)
#define MPI_Waitall(...) SWITCHYARD_MPI_CALL(Waitall, __VA_ARGS__)
#define MPI_Waitsome(...) SWITCHYARD_MPI_CALL(Waitsome, __VA_ARGS__)
#define MPI_Test(...) SWITCHYARD_MPI_CALL(Test, __VA_ARGS__)
#define MPI_Testany(...) SWITCHYARD_MPI_CALL(Testany, __VA_ARGS__)
#define MPI_Testall(...) SWITCHYARD_MPI_CALL(Testall, __VA_ARGS__)
#define MPI_Testsome(...) SWITCHYARD_MPI_CALL(Testsome, __VA_ARGS__)
#define MPI_Request_free(...) SWITCHYARD_MPI_CALL(Request_free, __VA_ARGS__)
#define MPI_Request_get_status(...) SWITCHYARD_MPI_CALL(Request_get_status, __VA_ARGS__)
#define MPI_Request_get_status_all(...) SWITCHYARD_MPI_CALL(Request_get_status_all, __VA_ARGS__)
#define MPI_Request_get_status_any(...) SWITCHYARD_MPI_CALL(Request_get_status_any, __VA_ARGS__)
#define MPI_Request_get_status_some(...) SWITCHYARD_MPI_CALL(Request_get_status_some, __VA_ARGS__)
#define MPI_Cancel(...) SWITCHYARD_MPI_CALL(Cancel, __VA_ARGS__)
#define MPI_Test_cancelled(...) SWITCHYARD_MPI_CALL(Test_cancelled, __VA_ARGS__)
#define MPI_Probe(...) SWITCHYARD_MPI_CALL(Probe, __VA_ARGS__)
#define MPI_Iprobe(...) SWITCHYARD_MPI_CALL(Iprobe, __VA_ARGS__)
#define MPI_Mprobe(...) SWITCHYARD_MPI_CALL(Mprobe, __VA_ARGS__)
#define MPI_Improbe(...) SWITCHYARD_MPI_CALL(Improbe, __VA_ARGS__)
#define MPI_Mrecv(...) SWITCHYARD_MPI_CALL(Mrecv, __VA_ARGS__)
#define MPI_Imrecv(...) SWITCHYARD_MPI_CALL(Imrecv, __VA_ARGS__)
#define MPI_Sendrecv(...) SWITCHYARD_MPI_CALL(Sendrecv, __VA_ARGS__)
#define MPI_Sendrecv_replace(...) SWITCHYARD_MPI_CALL(Sendrecv_replace, __VA_ARGS__)
#define MPI_Isendrecv(...) SWITCHYARD_MPI_CALL(Isendrecv, __VA_ARGS__)
#define MPI_Isendrecv_replace(...) SWITCHYARD_MPI_CALL(Isendrecv_replace, __VA_ARGS__)
#define MPI_Buffer_attach(...) SWITCHYARD_MPI_CALL(Buffer_attach, __VA_ARGS__)
#define MPI_Buffer_detach(...) SWITCHYARD_MPI_CALL(Buffer_detach, __VA_ARGS__)
#define MPI_Get_count(...) SWITCHYARD_MPI_CALL(Get_count, __VA_ARGS__)
#define MPI_Get_elements(...) SWITCHYARD_MPI_CALL(Get_elements, __VA_ARGS__)
#define MPI_Get_elements_x(...) SWITCHYARD_MPI_CALL(Get_elements_x, __VA_ARGS__)
#define MPI_Status_set_cancelled(...) SWITCHYARD_MPI_CALL(Status_set_cancelled, __VA_ARGS__)
#define MPI_Status_set_elements(...) SWITCHYARD_MPI_CALL(Status_set_elements, __VA_ARGS__)
#define MPI_Status_set_elements_x(...) SWITCHYARD_MPI_CALL(Status_set_elements_x, __VA_ARGS__)
#define MPI_Status_get_source(...) SWITCHYARD_MPI_CALL(Status_get_source, __VA_ARGS__)
#define MPI_Status_set_source(...) SWITCHYARD_MPI_CALL(Status_set_source, __VA_ARGS__)
#define MPI_Status_get_tag(...) SWITCHYARD_MPI_CALL(Status_get_tag, __VA_ARGS__)
#define MPI_Status_set_tag(...) SWITCHYARD_MPI_CALL(Status_set_tag, __VA_ARGS__)
#define MPI_Status_get_error(...) SWITCHYARD_MPI_CALL(Status_get_error, __VA_ARGS__)
#define MPI_Status_set_error(...) SWITCHYARD_MPI_CALL(Status_set_error, __VA_ARGS__)
#define MPI_Grequest_start(...) SWITCHYARD_MPI_CALL(Grequest_start, __VA_ARGS__)
#define MPI_Grequest_complete(...) SWITCHYARD_MPI_CALL(Grequest_complete, __VA_ARGS__)
#define MPI_Type_contiguous(...) SWITCHYARD_MPI_CALL(Type_contiguous, __VA_ARGS__)
#define MPI_Type_vector(...) SWITCHYARD_MPI_CALL(Type_vector, __VA_ARGS__)
#define MPI_Type_create_hvector(...) SWITCHYARD_MPI_CALL(Type_create_hvector, __VA_ARGS__)
#define MPI_Type_indexed(...) SWITCHYARD_MPI_CALL(Type_indexed, __VA_ARGS__)
#define MPI_Type_create_hindexed(...) SWITCHYARD_MPI_CALL(Type_create_hindexed, __VA_ARGS__)
#define MPI_Type_create_indexed_block(...) SWITCHYARD_MPI_CALL(Type_create_indexed_block, __VA_ARGS__)
#define MPI_Type_create_hindexed_block(...) SWITCHYARD_MPI_CALL(Type_create_hindexed_block, __VA_ARGS__)
#define MPI_Type_create_struct(...) SWITCHYARD_MPI_CALL(Type_create_struct, __VA_ARGS__)
#define MPI_Type_create_subarray(...) SWITCHYARD_MPI_CALL(Type_create_subarray, __VA_ARGS__)
#define MPI_Type_create_darray(...) SWITCHYARD_MPI_CALL(Type_create_darray, __VA_ARGS__)
#define MPI_Type_create_resized(...) SWITCHYARD_MPI_CALL(Type_create_resized, __VA_ARGS__)
#define MPI_Type_create_f90_real(...) SWITCHYARD_MPI_CALL(Type_create_f90_real, __VA_ARGS__)
#define MPI_Type_create_f90_complex(...) SWITCHYARD_MPI_CALL(Type_create_f90_complex, __VA_ARGS__)
#define MPI_Type_create_f90_integer(...) SWITCHYARD_MPI_CALL(Type_create_f90_integer, __VA_ARGS__)
#define MPI_Type_match_size(...) SWITCHYARD_MPI_CALL(Type_match_size, __VA_ARGS__)
#define MPI_Type_commit(...) SWITCHYARD_MPI_CALL(Type_commit, __VA_ARGS__)
#define MPI_Type_free(...) SWITCHYARD_MPI_CALL(Type_free, __VA_ARGS__)
#define MPI_Type_dup(...) SWITCHYARD_MPI_CALL(Type_dup, __VA_ARGS__)
#define MPI_Type_size(...) SWITCHYARD_MPI_CALL(Type_size, __VA_ARGS__)
#define MPI_Type_size_x(...) SWITCHYARD_MPI_CALL(Type_size_x, __VA_ARGS__)
#define MPI_Type_get_extent(...) SWITCHYARD_MPI_CALL(Type_get_extent, __VA_ARGS__)
#define MPI_Type_get_extent_x(...) SWITCHYARD_MPI_CALL(Type_get_extent_x, __VA_ARGS__)
#define MPI_Type_get_true_extent(...) SWITCHYARD_MPI_CALL(Type_get_true_extent, __VA_ARGS__)
#define MPI_Type_get_true_extent_x(...) SWITCHYARD_MPI_CALL(Type_get_true_extent_x, __VA_ARGS__)
#define MPI_Type_get_envelope(...) SWITCHYARD_MPI_CALL(Type_get_envelope, __VA_ARGS__)
#define MPI_Type_get_contents(...) SWITCHYARD_MPI_CALL(Type_get_contents, __VA_ARGS__)
#define MPI_Type_get_name(...) SWITCHYARD_MPI_CALL(Type_get_name, __VA_ARGS__)
#define MPI_Type_set_name(...) SWITCHYARD_MPI_CALL(Type_set_name, __VA_ARGS__)
#define MPI_Type_create_keyval(...) SWITCHYARD_MPI_CALL(Type_create_keyval, __VA_ARGS__)
#define MPI_Type_free_keyval(...) SWITCHYARD_MPI_CALL(Type_free_keyval, __VA_ARGS__)
#define MPI_Type_set_attr(...) SWITCHYARD_MPI_CALL(Type_set_attr, __VA_ARGS__)
#define MPI_Type_get_attr(...) SWITCHYARD_MPI_CALL(Type_get_attr, __VA_ARGS__)
#define MPI_Type_delete_attr(...) SWITCHYARD_MPI_CALL(Type_delete_attr, __VA_ARGS__)
#define MPI_Get_address(...) SWITCHYARD_MPI_CALL(Get_address, __VA_ARGS__)
#define MPI_Pack(...) SWITCHYARD_MPI_CALL(Pack, __VA_ARGS__)
#define MPI_Unpack(...) SWITCHYARD_MPI_CALL(Unpack, __VA_ARGS__)
#define MPI_Pack_size(...) SWITCHYARD_MPI_CALL(Pack_size, __VA_ARGS__)
#define MPI_Pack_external(...) SWITCHYARD_MPI_CALL(Pack_external, __VA_ARGS__)
#define MPI_Unpack_external(...) SWITCHYARD_MPI_CALL(Unpack_external, __VA_ARGS__)
#define MPI_Pack_external_size(...) SWITCHYARD_MPI_CALL(Pack_external_size, __VA_ARGS__)
#define MPI_Op_create(...) SWITCHYARD_MPI_CALL(Op_create, __VA_ARGS__)
#define MPI_Op_free(...) SWITCHYARD_MPI_CALL(Op_free, __VA_ARGS__)
#define MPI_Op_commutative(...) SWITCHYARD_MPI_CALL(Op_commutative, __VA_ARGS__)
#define MPI_Reduce_local(...) SWITCHYARD_MPI_CALL(Reduce_local, __VA_ARGS__)
#define MPI_Barrier(...) SWITCHYARD_MPI_CALL(Barrier, __VA_ARGS__)
#define MPI_Bcast(...) SWITCHYARD_MPI_CALL(Bcast, __VA_ARGS__)
#define MPI_Gather(...) SWITCHYARD_MPI_CALL(Gather, __VA_ARGS__)
#define MPI_Gatherv(...) SWITCHYARD_MPI_CALL(Gatherv, __VA_ARGS__)
#define MPI_Scatter(...) SWITCHYARD_MPI_CALL(Scatter, __VA_ARGS__)
#define MPI_Scatterv(...) SWITCHYARD_MPI_CALL(Scatterv, __VA_ARGS__)
#define MPI_Allgather(...) SWITCHYARD_MPI_CALL(Allgather, __VA_ARGS__)
#define MPI_Allgatherv(...) SWITCHYARD_MPI_CALL(Allgatherv, __VA_ARGS__)
#define MPI_Alltoall(...) SWITCHYARD_MPI_CALL(Alltoall, __VA_ARGS__)
#define MPI_Alltoallv(...) SWITCHYARD_MPI_CALL(Alltoallv, __VA_ARGS__)
#define MPI_Alltoallw(...) SWITCHYARD_MPI_CALL(Alltoallw, __VA_ARGS__)
#define MPI_Reduce(...) SWITCHYARD_MPI_CALL(Reduce, __VA_ARGS__)
#define MPI_Allreduce(...) SWITCHYARD_MPI_CALL(Allreduce, __VA_ARGS__)
#define MPI_Reduce_scatter(...) SWITCHYARD_MPI_CALL(Reduce_scatter, __VA_ARGS__)
#define MPI_Reduce_scatter_block(...) SWITCHYARD_MPI_CALL(Reduce_scatter_block, __VA_ARGS__)
#define MPI_Scan(...) SWITCHYARD_MPI_CALL(Scan, __VA_ARGS__)
#define MPI_Exscan(...) SWITCHYARD_MPI_CALL(Exscan, __VA_ARGS__)
#define MPI_Ibarrier(...) SWITCHYARD_MPI_CALL(Ibarrier, __VA_ARGS__)
#define MPI_Ibcast(...) SWITCHYARD_MPI_CALL(Ibcast, __VA_ARGS__)
#define MPI_Igather(...) SWITCHYARD_MPI_CALL(Igather, __VA_ARGS__)
#define MPI_Igatherv(...) SWITCHYARD_MPI_CALL(Igatherv, __VA_ARGS__)
#define MPI_Iscatter(...) SWITCHYARD_MPI_CALL(Iscatter, __VA_ARGS__)
#define MPI_Iscatterv(...) SWITCHYARD_MPI_CALL(Iscatterv, __VA_ARGS__)
#define MPI_Iallgather(...) SWITCHYARD_MPI_CALL(Iallgather, __VA_ARGS__)
#define MPI_Iallgatherv(...) SWITCHYARD_MPI_CALL(Iallgatherv, __VA_ARGS__)
#define MPI_Ialltoall(...) SWITCHYARD_MPI_CALL(Ialltoall, __VA_ARGS__)
#define MPI_Ialltoallv(...) SWITCHYARD_MPI_CALL(Ialltoallv, __VA_ARGS__)
#define MPI_Ialltoallw(...) SWITCHYARD_MPI_CALL(Ialltoallw, __VA_ARGS__)
#define MPI_Ireduce(...) SWITCHYARD_MPI_CALL(Ireduce, __VA_ARGS__)
#define MPI_Iallreduce(...) SWITCHYARD_MPI_CALL(Iallreduce, __VA_ARGS__)
#define MPI_Ireduce_scatter(...) SWITCHYARD_MPI_CALL(Ireduce_scatter, __VA_ARGS__)
#define MPI_Ireduce_scatter_block(...) SWITCHYARD_MPI_CALL(Ireduce_scatter_block, __VA_ARGS__)
#define MPI_Iscan(...) SWITCHYARD_MPI_CALL(Iscan, __VA_ARGS__)
#define MPI_Iexscan(...) SWITCHYARD_MPI_CALL(Iexscan, __VA_ARGS__)
#define MPI_Neighbor_allgather(...) SWITCHYARD_MPI_CALL(Neighbor_allgather, __VA_ARGS__)
#define MPI_Neighbor_allgatherv(...) SWITCHYARD_MPI_CALL(Neighbor_allgatherv, __VA_ARGS__)
#define MPI_Neighbor_alltoall(...) SWITCHYARD_MPI_CALL(Neighbor_alltoall, __VA_ARGS__)
#define MPI_Neighbor_alltoallv(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallv, __VA_ARGS__)
#define MPI_Neighbor_alltoallw(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallw, __VA_ARGS__)
#define MPI_Ineighbor_allgather(...) SWITCHYARD_MPI_CALL(Ineighbor_allgather, __VA_ARGS__)
#define MPI_Ineighbor_allgatherv(...) SWITCHYARD_MPI_CALL(Ineighbor_allgatherv, __VA_ARGS__)
#define MPI_Ineighbor_alltoall(...) SWITCHYARD_MPI_CALL(Ineighbor_alltoall, __VA_ARGS__)
#define MPI_Ineighbor_alltoallv(...) SWITCHYARD_MPI_CALL(Ineighbor_alltoallv, __VA_ARGS__)
#define MPI_Ineighbor_alltoallw(...) SWITCHYARD_MPI_CALL(Ineighbor_alltoallw, __VA_ARGS__)
#define MPI_Barrier_init(...) SWITCHYARD_MPI_CALL(Barrier_init, __VA_ARGS__)
#define MPI_Bcast_init(...) SWITCHYARD_MPI_CALL(Bcast_init, __VA_ARGS__)
#define MPI_Gather_init(...) SWITCHYARD_MPI_CALL(Gather_init, __VA_ARGS__)
#define MPI_Gatherv_init(...) SWITCHYARD_MPI_CALL(Gatherv_init, __VA_ARGS__)
#define MPI_Scatter_init(...) SWITCHYARD_MPI_CALL(Scatter_init, __VA_ARGS__)
#define MPI_Scatterv_init(...) SWITCHYARD_MPI_CALL(Scatterv_init, __VA_ARGS__)
#define MPI_Allgather_init(...) SWITCHYARD_MPI_CALL(Allgather_init, __VA_ARGS__)
#define MPI_Allgatherv_init(...) SWITCHYARD_MPI_CALL(Allgatherv_init, __VA_ARGS__)
#define MPI_Alltoall_init(...) SWITCHYARD_MPI_CALL(Alltoall_init, __VA_ARGS__)
#define MPI_Alltoallv_init(...) SWITCHYARD_MPI_CALL(Alltoallv_init, __VA_ARGS__)
#define MPI_Alltoallw_init(...) SWITCHYARD_MPI_CALL(Alltoallw_init, __VA_ARGS__)
#define MPI_Reduce_init(...) SWITCHYARD_MPI_CALL(Reduce_init, __VA_ARGS__)
#define MPI_Allreduce_init(...) SWITCHYARD_MPI_CALL(Allreduce_init, __VA_ARGS__)
#define MPI_Reduce_scatter_init(...) SWITCHYARD_MPI_CALL(Reduce_scatter_init, __VA_ARGS__)
#define MPI_Reduce_scatter_block_init(...) SWITCHYARD_MPI_CALL(Reduce_scatter_block_init, __VA_ARGS__)
#define MPI_Scan_init(...) SWITCHYARD_MPI_CALL(Scan_init, __VA_ARGS__)
#define MPI_Exscan_init(...) SWITCHYARD_MPI_CALL(Exscan_init, __VA_ARGS__)
#define MPI_Neighbor_allgather_init(...) SWITCHYARD_MPI_CALL(Neighbor_allgather_init, __VA_ARGS__)
#define MPI_Neighbor_allgatherv_init(...) SWITCHYARD_MPI_CALL(Neighbor_allgatherv_init, __VA_ARGS__)
#define MPI_Neighbor_alltoall_init(...) SWITCHYARD_MPI_CALL(Neighbor_alltoall_init, __VA_ARGS__)
#define MPI_Neighbor_alltoallv_init(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallv_init, __VA_ARGS__)
#define MPI_Neighbor_alltoallw_init(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallw_init, __VA_ARGS__)
#define MPI_Psend_init(...) SWITCHYARD_MPI_CALL(Psend_init, __VA_ARGS__)
#define MPI_Precv_init(...) SWITCHYARD_MPI_CALL(Precv_init, __VA_ARGS__)
#define MPI_Pready(...) SWITCHYARD_MPI_CALL(Pready, __VA_ARGS__)
#define MPI_Pready_range(...) SWITCHYARD_MPI_CALL(Pready_range, __VA_ARGS__)
#define MPI_Pready_list(...) SWITCHYARD_MPI_CALL(Pready_list, __VA_ARGS__)
#define MPI_Parrived(...) SWITCHYARD_MPI_CALL(Parrived, __VA_ARGS__)
#define MPI_Session_init(...) SWITCHYARD_MPI_CALL(Session_init, __VA_ARGS__)
#define MPI_Session_finalize(...) SWITCHYARD_MPI_CALL(Session_finalize, __VA_ARGS__)
#define MPI_Session_get_num_psets(...) SWITCHYARD_MPI_CALL(Session_get_num_psets, __VA_ARGS__)
#define MPI_Session_get_nth_pset(...) SWITCHYARD_MPI_CALL(Session_get_nth_pset, __VA_ARGS__)
#define MPI_Session_get_info(...) SWITCHYARD_MPI_CALL(Session_get_info, __VA_ARGS__)
#define MPI_Session_get_pset_info(...) SWITCHYARD_MPI_CALL(Session_get_pset_info, __VA_ARGS__)
#define MPI_Group_from_session_pset(...) SWITCHYARD_MPI_CALL(Group_from_session_pset, __VA_ARGS__)
#define MPI_Comm_create_from_group(...) SWITCHYARD_MPI_CALL(Comm_create_from_group, __VA_ARGS__)
#define MPI_Intercomm_create_from_groups(...) SWITCHYARD_MPI_CALL(Intercomm_create_from_groups, __VA_ARGS__)
#define MPI_Session_create_errhandler(...) SWITCHYARD_MPI_CALL(Session_create_errhandler, __VA_ARGS__)
#define MPI_Session_set_errhandler(...) SWITCHYARD_MPI_CALL(Session_set_errhandler, __VA_ARGS__)
#define MPI_Session_get_errhandler(...) SWITCHYARD_MPI_CALL(Session_get_errhandler, __VA_ARGS__)
#define MPI_Session_call_errhandler(...) SWITCHYARD_MPI_CALL(Session_call_errhandler, __VA_ARGS__)
#define MPI_Group_size(...) SWITCHYARD_MPI_CALL(Group_size, __VA_ARGS__)
#define MPI_Group_rank(...) SWITCHYARD_MPI_CALL(Group_rank, __VA_ARGS__)
#define MPI_Group_translate_ranks(...) SWITCHYARD_MPI_CALL(Group_translate_ranks, __VA_ARGS__)
#define MPI_Group_compare(...) SWITCHYARD_MPI_CALL(Group_compare, __VA_ARGS__)
#define MPI_Group_union(...) SWITCHYARD_MPI_CALL(Group_union, __VA_ARGS__)
#define MPI_Group_intersection(...) SWITCHYARD_MPI_CALL(Group_intersection, __VA_ARGS__)
#define MPI_Group_difference(...) SWITCHYARD_MPI_CALL(Group_difference, __VA_ARGS__)
#define MPI_Group_incl(...) SWITCHYARD_MPI_CALL(Group_incl, __VA_ARGS__)
#define MPI_Group_excl(...) SWITCHYARD_MPI_CALL(Group_excl, __VA_ARGS__)
#define MPI_Group_range_incl(...) SWITCHYARD_MPI_CALL(Group_range_incl, __VA_ARGS__)
#define MPI_Group_range_excl(...) SWITCHYARD_MPI_CALL(Group_range_excl, __VA_ARGS__)
#define MPI_Group_free(...) SWITCHYARD_MPI_CALL(Group_free, __VA_ARGS__)
#define MPI_Comm_size(...) SWITCHYARD_MPI_CALL(Comm_size, __VA_ARGS__)
#define MPI_Comm_rank(...) SWITCHYARD_MPI_CALL(Comm_rank, __VA_ARGS__)
#define MPI_Comm_group(...) SWITCHYARD_MPI_CALL(Comm_group, __VA_ARGS__)
#define MPI_Comm_compare(...) SWITCHYARD_MPI_CALL(Comm_compare, __VA_ARGS__)
#define MPI_Comm_dup(...) SWITCHYARD_MPI_CALL(Comm_dup, __VA_ARGS__)
#define MPI_Comm_dup_with_info(...) SWITCHYARD_MPI_CALL(Comm_dup_with_info, __VA_ARGS__)
#define MPI_Comm_idup(...) SWITCHYARD_MPI_CALL(Comm_idup, __VA_ARGS__)
#define MPI_Comm_idup_with_info(...) SWITCHYARD_MPI_CALL(Comm_idup_with_info, __VA_ARGS__)
#define MPI_Comm_create(...) SWITCHYARD_MPI_CALL(Comm_create, __VA_ARGS__)
#define MPI_Comm_create_group(...) SWITCHYARD_MPI_CALL(Comm_create_group, __VA_ARGS__)
#define MPI_Comm_split(...) SWITCHYARD_MPI_CALL(Comm_split, __VA_ARGS__)
#define MPI_Comm_split_type(...) SWITCHYARD_MPI_CALL(Comm_split_type, __VA_ARGS__)
#define MPI_Comm_free(...) SWITCHYARD_MPI_CALL(Comm_free, __VA_ARGS__)
#define MPI_Comm_set_name(...) SWITCHYARD_MPI_CALL(Comm_set_name, __VA_ARGS__)
#define MPI_Comm_get_name(...) SWITCHYARD_MPI_CALL(Comm_get_name, __VA_ARGS__)
#define MPI_Comm_set_info(...) SWITCHYARD_MPI_CALL(Comm_set_info, __VA_ARGS__)
#define MPI_Comm_get_info(...) SWITCHYARD_MPI_CALL(Comm_get_info, __VA_ARGS__)
#define MPI_Comm_test_inter(...) SWITCHYARD_MPI_CALL(Comm_test_inter, __VA_ARGS__)
#define MPI_Comm_remote_size(...) SWITCHYARD_MPI_CALL(Comm_remote_size, __VA_ARGS__)
#define MPI_Comm_remote_group(...) SWITCHYARD_MPI_CALL(Comm_remote_group, __VA_ARGS__)
#define MPI_Intercomm_create(...) SWITCHYARD_MPI_CALL(Intercomm_create, __VA_ARGS__)
#define MPI_Intercomm_merge(...) SWITCHYARD_MPI_CALL(Intercomm_merge, __VA_ARGS__)
#define MPI_Comm_create_keyval(...) SWITCHYARD_MPI_CALL(Comm_create_keyval, __VA_ARGS__)
#define MPI_Comm_free_keyval(...) SWITCHYARD_MPI_CALL(Comm_free_keyval, __VA_ARGS__)
#define MPI_Comm_set_attr(...) SWITCHYARD_MPI_CALL(Comm_set_attr, __VA_ARGS__)
#define MPI_Comm_get_attr(...) SWITCHYARD_MPI_CALL(Comm_get_attr, __VA_ARGS__)
#define MPI_Comm_delete_attr(...) SWITCHYARD_MPI_CALL(Comm_delete_attr, __VA_ARGS__)
#define MPI_Cart_create(...) SWITCHYARD_MPI_CALL(Cart_create, __VA_ARGS__)
#define MPI_Dims_create(...) SWITCHYARD_MPI_CALL(Dims_create, __VA_ARGS__)
#define MPI_Cartdim_get(...) SWITCHYARD_MPI_CALL(Cartdim_get, __VA_ARGS__)
#define MPI_Cart_get(...) SWITCHYARD_MPI_CALL(Cart_get, __VA_ARGS__)
#define MPI_Cart_rank(...) SWITCHYARD_MPI_CALL(Cart_rank, __VA_ARGS__)
#define MPI_Cart_coords(...) SWITCHYARD_MPI_CALL(Cart_coords, __VA_ARGS__)
#define MPI_Cart_shift(...) SWITCHYARD_MPI_CALL(Cart_shift, __VA_ARGS__)
#define MPI_Cart_sub(...) SWITCHYARD_MPI_CALL(Cart_sub, __VA_ARGS__)
#define MPI_Cart_map(...) SWITCHYARD_MPI_CALL(Cart_map, __VA_ARGS__)
#define MPI_Graph_create(...) SWITCHYARD_MPI_CALL(Graph_create, __VA_ARGS__)
#define MPI_Graphdims_get(...) SWITCHYARD_MPI_CALL(Graphdims_get, __VA_ARGS__)
#define MPI_Graph_get(...) SWITCHYARD_MPI_CALL(Graph_get, __VA_ARGS__)
#define MPI_Graph_neighbors_count(...) SWITCHYARD_MPI_CALL(Graph_neighbors_count, __VA_ARGS__)
#define MPI_Graph_neighbors(...) SWITCHYARD_MPI_CALL(Graph_neighbors, __VA_ARGS__)
#define MPI_Graph_map(...) SWITCHYARD_MPI_CALL(Graph_map, __VA_ARGS__)
#define MPI_Dist_graph_create_adjacent(...) SWITCHYARD_MPI_CALL(Dist_graph_create_adjacent, __VA_ARGS__)
#define MPI_Dist_graph_create(...) SWITCHYARD_MPI_CALL(Dist_graph_create, __VA_ARGS__)
#define MPI_Dist_graph_neighbors_count(...) SWITCHYARD_MPI_CALL(Dist_graph_neighbors_count, __VA_ARGS__)
#define MPI_Dist_graph_neighbors(...) SWITCHYARD_MPI_CALL(Dist_graph_neighbors, __VA_ARGS__)
#define MPI_Topo_test(...) SWITCHYARD_MPI_CALL(Topo_test, __VA_ARGS__)
#define MPI_Win_create(...) SWITCHYARD_MPI_CALL(Win_create, __VA_ARGS__)
#define MPI_Win_allocate(...) SWITCHYARD_MPI_CALL(Win_allocate, __VA_ARGS__)
#define MPI_Win_allocate_shared(...) SWITCHYARD_MPI_CALL(Win_allocate_shared, __VA_ARGS__)
#define MPI_Win_shared_query(...) SWITCHYARD_MPI_CALL(Win_shared_query, __VA_ARGS__)
#define MPI_Win_create_dynamic(...) SWITCHYARD_MPI_CALL(Win_create_dynamic, __VA_ARGS__)
#define MPI_Win_attach(...) SWITCHYARD_MPI_CALL(Win_attach, __VA_ARGS__)
#define MPI_Win_detach(...) SWITCHYARD_MPI_CALL(Win_detach, __VA_ARGS__)
#define MPI_Win_free(...) SWITCHYARD_MPI_CALL(Win_free, __VA_ARGS__)
#define MPI_Win_get_group(...) SWITCHYARD_MPI_CALL(Win_get_group, __VA_ARGS__)
#define MPI_Win_set_info(...) SWITCHYARD_MPI_CALL(Win_set_info, __VA_ARGS__)
#define MPI_Win_get_info(...) SWITCHYARD_MPI_CALL(Win_get_info, __VA_ARGS__)
#define MPI_Win_set_name(...) SWITCHYARD_MPI_CALL(Win_set_name, __VA_ARGS__)
#define MPI_Win_get_name(...) SWITCHYARD_MPI_CALL(Win_get_name, __VA_ARGS__)
#define MPI_Win_create_keyval(...) SWITCHYARD_MPI_CALL(Win_create_keyval, __VA_ARGS__)
#define MPI_Win_free_keyval(...) SWITCHYARD_MPI_CALL(Win_free_keyval, __VA_ARGS__)
#define MPI_Win_set_attr(...) SWITCHYARD_MPI_CALL(Win_set_attr, __VA_ARGS__)
#define MPI_Win_get_attr(...) SWITCHYARD_MPI_CALL(Win_get_attr, __VA_ARGS__)
#define MPI_Win_delete_attr(...) SWITCHYARD_MPI_CALL(Win_delete_attr, __VA_ARGS__)
#define MPI_Put(...) SWITCHYARD_MPI_CALL(Put, __VA_ARGS__)
#define MPI_Get(...) SWITCHYARD_MPI_CALL(Get, __VA_ARGS__)
#define MPI_Accumulate(...) SWITCHYARD_MPI_CALL(Accumulate, __VA_ARGS__)
#define MPI_Get_accumulate(...) SWITCHYARD_MPI_CALL(Get_accumulate, __VA_ARGS__)
#define MPI_Fetch_and_op(...) SWITCHYARD_MPI_CALL(Fetch_and_op, __VA_ARGS__)
#define MPI_Compare_and_swap(...) SWITCHYARD_MPI_CALL(Compare_and_swap, __VA_ARGS__)
#define MPI_Rput(...) SWITCHYARD_MPI_CALL(Rput, __VA_ARGS__)
#define MPI_Rget(...) SWITCHYARD_MPI_CALL(Rget, __VA_ARGS__)
#define MPI_Raccumulate(...) SWITCHYARD_MPI_CALL(Raccumulate, __VA_ARGS__)
#define MPI_Rget_accumulate(...) SWITCHYARD_MPI_CALL(Rget_accumulate, __VA_ARGS__)
#define MPI_Win_fence(...) SWITCHYARD_MPI_CALL(Win_fence, __VA_ARGS__)
#define MPI_Win_start(...) SWITCHYARD_MPI_CALL(Win_start, __VA_ARGS__)
#define MPI_Win_complete(...) SWITCHYARD_MPI_CALL(Win_complete, __VA_ARGS__)
#define MPI_Win_post(...) SWITCHYARD_MPI_CALL(Win_post, __VA_ARGS__)
#define MPI_Win_wait(...) SWITCHYARD_MPI_CALL(Win_wait, __VA_ARGS__)
#define MPI_Win_test(...) SWITCHYARD_MPI_CALL(Win_test, __VA_ARGS__)
#define MPI_Win_lock(...) SWITCHYARD_MPI_CALL(Win_lock, __VA_ARGS__)
#define MPI_Win_lock_all(...) SWITCHYARD_MPI_CALL(Win_lock_all, __VA_ARGS__)
#define MPI_Win_unlock(...) SWITCHYARD_MPI_CALL(Win_unlock, __VA_ARGS__)
#define MPI_Win_unlock_all(...) SWITCHYARD_MPI_CALL(Win_unlock_all, __VA_ARGS__)
#define MPI_Win_flush(...) SWITCHYARD_MPI_CALL(Win_flush, __VA_ARGS__)
#define MPI_Win_flush_all(...) SWITCHYARD_MPI_CALL(Win_flush_all, __VA_ARGS__)
#define MPI_Win_flush_local(...) SWITCHYARD_MPI_CALL(Win_flush_local, __VA_ARGS__)
#define MPI_Win_flush_local_all(...) SWITCHYARD_MPI_CALL(Win_flush_local_all, __VA_ARGS__)
#define MPI_Win_sync(...) SWITCHYARD_MPI_CALL(Win_sync, __VA_ARGS__)
#define MPI_Comm_spawn(...) SWITCHYARD_MPI_CALL(Comm_spawn, __VA_ARGS__)
#define MPI_Comm_spawn_multiple(...) SWITCHYARD_MPI_CALL(Comm_spawn_multiple, __VA_ARGS__)
#define MPI_Comm_get_parent(...) SWITCHYARD_MPI_CALL(Comm_get_parent, __VA_ARGS__)
#define MPI_Open_port(...) SWITCHYARD_MPI_CALL(Open_port, __VA_ARGS__)
#define MPI_Close_port(...) SWITCHYARD_MPI_CALL(Close_port, __VA_ARGS__)
#define MPI_Comm_accept(...) SWITCHYARD_MPI_CALL(Comm_accept, __VA_ARGS__)
#define MPI_Comm_connect(...) SWITCHYARD_MPI_CALL(Comm_connect, __VA_ARGS__)
#define MPI_Comm_disconnect(...) SWITCHYARD_MPI_CALL(Comm_disconnect, __VA_ARGS__)
#define MPI_Comm_join(...) SWITCHYARD_MPI_CALL(Comm_join, __VA_ARGS__)
#define MPI_Publish_name(...) SWITCHYARD_MPI_CALL(Publish_name, __VA_ARGS__)
#define MPI_Unpublish_name(...) SWITCHYARD_MPI_CALL(Unpublish_name, __VA_ARGS__)
#define MPI_Lookup_name(...) SWITCHYARD_MPI_CALL(Lookup_name, __VA_ARGS__)
#define MPI_File_open(...) SWITCHYARD_MPI_CALL(File_open, __VA_ARGS__)
#define MPI_File_close(...) SWITCHYARD_MPI_CALL(File_close, __VA_ARGS__)
#define MPI_File_delete(...) SWITCHYARD_MPI_CALL(File_delete, __VA_ARGS__)
#define MPI_File_set_size(...) SWITCHYARD_MPI_CALL(File_set_size, __VA_ARGS__)
#define MPI_File_preallocate(...) SWITCHYARD_MPI_CALL(File_preallocate, __VA_ARGS__)
#define MPI_File_get_size(...) SWITCHYARD_MPI_CALL(File_get_size, __VA_ARGS__)
#define MPI_File_get_group(...) SWITCHYARD_MPI_CALL(File_get_group, __VA_ARGS__)
#define MPI_File_get_amode(...) SWITCHYARD_MPI_CALL(File_get_amode, __VA_ARGS__)
#define MPI_File_set_info(...) SWITCHYARD_MPI_CALL(File_set_info, __VA_ARGS__)
#define MPI_File_get_info(...) SWITCHYARD_MPI_CALL(File_get_info, __VA_ARGS__)
#define MPI_File_set_view(...) SWITCHYARD_MPI_CALL(File_set_view, __VA_ARGS__)
#define MPI_File_get_view(...) SWITCHYARD_MPI_CALL(File_get_view, __VA_ARGS__)
#define MPI_File_read_at(...) SWITCHYARD_MPI_CALL(File_read_at, __VA_ARGS__)
#define MPI_File_read_at_all(...) SWITCHYARD_MPI_CALL(File_read_at_all, __VA_ARGS__)
#define MPI_File_write_at(...) SWITCHYARD_MPI_CALL(File_write_at, __VA_ARGS__)
#define MPI_File_write_at_all(...) SWITCHYARD_MPI_CALL(File_write_at_all, __VA_ARGS__)
#define MPI_File_iread_at(...) SWITCHYARD_MPI_CALL(File_iread_at, __VA_ARGS__)
#define MPI_File_iwrite_at(...) SWITCHYARD_MPI_CALL(File_iwrite_at, __VA_ARGS__)
#define MPI_File_iread_at_all(...) SWITCHYARD_MPI_CALL(File_iread_at_all, __VA_ARGS__)
#define MPI_File_iwrite_at_all(...) SWITCHYARD_MPI_CALL(File_iwrite_at_all, __VA_ARGS__)
#define MPI_File_read(...) SWITCHYARD_MPI_CALL(File_read, __VA_ARGS__)
#define MPI_File_read_all(...) SWITCHYARD_MPI_CALL(File_read_all, __VA_ARGS__)
#define MPI_File_write(...) SWITCHYARD_MPI_CALL(File_write, __VA_ARGS__)
#define MPI_File_write_all(...) SWITCHYARD_MPI_CALL(File_write_all, __VA_ARGS__)
#define MPI_File_iread(...) SWITCHYARD_MPI_CALL(File_iread, __VA_ARGS__)
#define MPI_File_iwrite(...) SWITCHYARD_MPI_CALL(File_iwrite, __VA_ARGS__)
#define MPI_File_iread_all(...) SWITCHYARD_MPI_CALL(File_iread_all, __VA_ARGS__)
#define MPI_File_iwrite_all(...) SWITCHYARD_MPI_CALL(File_iwrite_all, __VA_ARGS__)
#define MPI_File_seek(...) SWITCHYARD_MPI_CALL(File_seek, __VA_ARGS__)
#define MPI_File_get_position(...) SWITCHYARD_MPI_CALL(File_get_position, __VA_ARGS__)
#define MPI_File_get_byte_offset(...) SWITCHYARD_MPI_CALL(File_get_byte_offset, __VA_ARGS__)
#define MPI_File_read_shared(...) SWITCHYARD_MPI_CALL(File_read_shared, __VA_ARGS__)
#define MPI_File_write_shared(...) SWITCHYARD_MPI_CALL(File_write_shared, __VA_ARGS__)
#define MPI_File_iread_shared(...) SWITCHYARD_MPI_CALL(File_iread_shared, __VA_ARGS__)
#define MPI_File_iwrite_shared(...) SWITCHYARD_MPI_CALL(File_iwrite_shared, __VA_ARGS__)
#define MPI_File_read_ordered(...) SWITCHYARD_MPI_CALL(File_read_ordered, __VA_ARGS__)
#define MPI_File_write_ordered(...) SWITCHYARD_MPI_CALL(File_write_ordered, __VA_ARGS__)
#define MPI_File_seek_shared(...) SWITCHYARD_MPI_CALL(File_seek_shared, __VA_ARGS__)
#define MPI_File_get_position_shared(...) SWITCHYARD_MPI_CALL(File_get_position_shared, __VA_ARGS__)
#define MPI_File_read_at_all_begin(...) SWITCHYARD_MPI_CALL(File_read_at_all_begin, __VA_ARGS__)
#define MPI_File_read_at_all_end(...) SWITCHYARD_MPI_CALL(File_read_at_all_end, __VA_ARGS__)
#define MPI_File_write_at_all_begin(...) SWITCHYARD_MPI_CALL(File_write_at_all_begin, __VA_ARGS__)
#define MPI_File_write_at_all_end(...) SWITCHYARD_MPI_CALL(File_write_at_all_end, __VA_ARGS__)
#define MPI_File_read_all_begin(...) SWITCHYARD_MPI_CALL(File_read_all_begin, __VA_ARGS__)
#define MPI_File_read_all_end(...) SWITCHYARD_MPI_CALL(File_read_all_end, __VA_ARGS__)
#define MPI_File_write_all_begin(...) SWITCHYARD_MPI_CALL(File_write_all_begin, __VA_ARGS__)
#define MPI_File_write_all_end(...) SWITCHYARD_MPI_CALL(File_write_all_end, __VA_ARGS__)
#define MPI_File_read_ordered_begin(...) SWITCHYARD_MPI_CALL(File_read_ordered_begin, __VA_ARGS__)
#define MPI_File_read_ordered_end(...) SWITCHYARD_MPI_CALL(File_read_ordered_end, __VA_ARGS__)
#define MPI_File_write_ordered_begin(...) SWITCHYARD_MPI_CALL(File_write_ordered_begin, __VA_ARGS__)
#define MPI_File_write_ordered_end(...) SWITCHYARD_MPI_CALL(File_write_ordered_end, __VA_ARGS__)
#define MPI_File_get_type_extent(...) SWITCHYARD_MPI_CALL(File_get_type_extent, __VA_ARGS__)
#define MPI_File_set_atomicity(...) SWITCHYARD_MPI_CALL(File_set_atomicity, __VA_ARGS__)
#define MPI_File_get_atomicity(...) SWITCHYARD_MPI_CALL(File_get_atomicity, __VA_ARGS__)
#define MPI_File_sync(...) SWITCHYARD_MPI_CALL(File_sync, __VA_ARGS__)
#define MPI_Register_datarep(...) SWITCHYARD_MPI_CALL(Register_datarep, __VA_ARGS__)
#define MPI_Status_f2c(...) SWITCHYARD_MPI_CALL(Status_f2c, __VA_ARGS__)
#define MPI_Status_c2f(...) SWITCHYARD_MPI_CALL(Status_c2f, __VA_ARGS__)
#define MPI_Status_f082c(...) SWITCHYARD_MPI_CALL(Status_f082c, __VA_ARGS__)
#define MPI_Status_c2f08(...) SWITCHYARD_MPI_CALL(Status_c2f08, __VA_ARGS__)
#define MPI_Status_f082f(...) SWITCHYARD_MPI_CALL(Status_f082f, __VA_ARGS__)
#define MPI_Status_f2f08(...) SWITCHYARD_MPI_CALL(Status_f2f08, __VA_ARGS__)
#define MPI_T_init_thread(...) SWITCHYARD_MPI_CALL(T_init_thread, __VA_ARGS__)
#define MPI_T_finalize() switchyard_mpi_T_finalize(SWITCHYARD_CALL("MPI_T_finalize"))
#define MPI_T_cvar_get_num(...) SWITCHYARD_MPI_CALL(T_cvar_get_num, __VA_ARGS__)
#define MPI_T_cvar_get_info(...) SWITCHYARD_MPI_CALL(T_cvar_get_info, __VA_ARGS__)
#define MPI_T_cvar_get_index(...) SWITCHYARD_MPI_CALL(T_cvar_get_index, __VA_ARGS__)
#define MPI_T_cvar_handle_alloc(...) SWITCHYARD_MPI_CALL(T_cvar_handle_alloc, __VA_ARGS__)
#define MPI_T_cvar_handle_free(...) SWITCHYARD_MPI_CALL(T_cvar_handle_free, __VA_ARGS__)
#define MPI_T_cvar_read(...) SWITCHYARD_MPI_CALL(T_cvar_read, __VA_ARGS__)
#define MPI_T_cvar_write(...) SWITCHYARD_MPI_CALL(T_cvar_write, __VA_ARGS__)
#define MPI_T_pvar_get_num(...) SWITCHYARD_MPI_CALL(T_pvar_get_num, __VA_ARGS__)
#define MPI_T_pvar_get_info(...) SWITCHYARD_MPI_CALL(T_pvar_get_info, __VA_ARGS__)
#define MPI_T_pvar_get_index(...) SWITCHYARD_MPI_CALL(T_pvar_get_index, __VA_ARGS__)
#define MPI_T_pvar_session_create(...) SWITCHYARD_MPI_CALL(T_pvar_session_create, __VA_ARGS__)
#define MPI_T_pvar_session_free(...) SWITCHYARD_MPI_CALL(T_pvar_session_free, __VA_ARGS__)
#define MPI_T_pvar_handle_alloc(...) SWITCHYARD_MPI_CALL(T_pvar_handle_alloc, __VA_ARGS__)
#define MPI_T_pvar_handle_free(...) SWITCHYARD_MPI_CALL(T_pvar_handle_free, __VA_ARGS__)
#define MPI_T_pvar_start(...) SWITCHYARD_MPI_CALL(T_pvar_start, __VA_ARGS__)
#define MPI_T_pvar_stop(...) SWITCHYARD_MPI_CALL(T_pvar_stop, __VA_ARGS__)
#define MPI_T_pvar_read(...) SWITCHYARD_MPI_CALL(T_pvar_read, __VA_ARGS__)
#define MPI_T_pvar_write(...) SWITCHYARD_MPI_CALL(T_pvar_write, __VA_ARGS__)
#define MPI_T_pvar_reset(...) SWITCHYARD_MPI_CALL(T_pvar_reset, __VA_ARGS__)
#define MPI_T_pvar_readreset(...) SWITCHYARD_MPI_CALL(T_pvar_readreset, __VA_ARGS__)
#define MPI_T_enum_get_info(...) SWITCHYARD_MPI_CALL(T_enum_get_info, __VA_ARGS__)
#define MPI_T_enum_get_item(...) SWITCHYARD_MPI_CALL(T_enum_get_item, __VA_ARGS__)
#define MPI_T_category_get_num(...) SWITCHYARD_MPI_CALL(T_category_get_num, __VA_ARGS__)
#define MPI_T_category_get_info(...) SWITCHYARD_MPI_CALL(T_category_get_info, __VA_ARGS__)
#define MPI_T_category_get_index(...) SWITCHYARD_MPI_CALL(T_category_get_index, __VA_ARGS__)
#define MPI_T_category_get_cvars(...) SWITCHYARD_MPI_CALL(T_category_get_cvars, __VA_ARGS__)
#define MPI_T_category_get_pvars(...) SWITCHYARD_MPI_CALL(T_category_get_pvars, __VA_ARGS__)
#define MPI_T_category_get_categories(...) SWITCHYARD_MPI_CALL(T_category_get_categories, __VA_ARGS__)
#define MPI_T_category_changed(...) SWITCHYARD_MPI_CALL(T_category_changed, __VA_ARGS__)
#define MPI_T_category_get_num_events(...) SWITCHYARD_MPI_CALL(T_category_get_num_events, __VA_ARGS__)
#define MPI_T_category_get_events(...) SWITCHYARD_MPI_CALL(T_category_get_events, __VA_ARGS__)
#define MPI_T_source_get_num(...) SWITCHYARD_MPI_CALL(T_source_get_num, __VA_ARGS__)
#define MPI_T_source_get_info(...) SWITCHYARD_MPI_CALL(T_source_get_info, __VA_ARGS__)
#define MPI_T_source_get_timestamp(...) SWITCHYARD_MPI_CALL(T_source_get_timestamp, __VA_ARGS__)
#define MPI_T_event_get_num(...) SWITCHYARD_MPI_CALL(T_event_get_num, __VA_ARGS__)
#define MPI_T_event_get_info(...) SWITCHYARD_MPI_CALL(T_event_get_info, __VA_ARGS__)
#define MPI_T_event_get_index(...) SWITCHYARD_MPI_CALL(T_event_get_index, __VA_ARGS__)
#define MPI_T_event_handle_alloc(...) SWITCHYARD_MPI_CALL(T_event_handle_alloc, __VA_ARGS__)
#define MPI_T_event_handle_set_info(...) SWITCHYARD_MPI_CALL(T_event_handle_set_info, __VA_ARGS__)
#define MPI_T_event_handle_get_info(...) SWITCHYARD_MPI_CALL(T_event_handle_get_info, __VA_ARGS__)
#define MPI_T_event_handle_free(...) SWITCHYARD_MPI_CALL(T_event_handle_free, __VA_ARGS__)
#define MPI_T_event_register_callback(...) SWITCHYARD_MPI_CALL(T_event_register_callback, __VA_ARGS__)
#define MPI_T_event_callback_set_info(...) SWITCHYARD_MPI_CALL(T_event_callback_set_info, __VA_ARGS__)
#define MPI_T_event_callback_get_info(...) SWITCHYARD_MPI_CALL(T_event_callback_get_info, __VA_ARGS__)
#define MPI_T_event_set_dropped_handler(...) SWITCHYARD_MPI_CALL(T_event_set_dropped_handler, __VA_ARGS__)
#define MPI_T_event_read(...) SWITCHYARD_MPI_CALL(T_event_read, __VA_ARGS__)
#define MPI_T_event_copy(...) SWITCHYARD_MPI_CALL(T_event_copy, __VA_ARGS__)
#define MPI_T_event_get_timestamp(...) SWITCHYARD_MPI_CALL(T_event_get_timestamp, __VA_ARGS__)
#define MPI_T_event_get_source(...) SWITCHYARD_MPI_CALL(T_event_get_source, __VA_ARGS__)
#define MPI_Send_c(...) SWITCHYARD_MPI_CALL(Send_c, __VA_ARGS__)
#define MPI_Bsend_c(...) SWITCHYARD_MPI_CALL(Bsend_c, __VA_ARGS__)
#define MPI_Ssend_c(...) SWITCHYARD_MPI_CALL(Ssend_c, __VA_ARGS__)
#define MPI_Rsend_c(...) SWITCHYARD_MPI_CALL(Rsend_c, __VA_ARGS__)
#define MPI_Recv_c(...) SWITCHYARD_MPI_CALL(Recv_c, __VA_ARGS__)
#define MPI_Isend_c(...) SWITCHYARD_MPI_CALL(Isend_c, __VA_ARGS__)
#define MPI_Ibsend_c(...) SWITCHYARD_MPI_CALL(Ibsend_c, __VA_ARGS__)
#define MPI_Issend_c(...) SWITCHYARD_MPI_CALL(Issend_c, __VA_ARGS__)
#define MPI_Irsend_c(...) SWITCHYARD_MPI_CALL(Irsend_c, __VA_ARGS__)
#define MPI_Irecv_c(...) SWITCHYARD_MPI_CALL(Irecv_c, __VA_ARGS__)
#define MPI_Send_init_c(...) SWITCHYARD_MPI_CALL(Send_init_c, __VA_ARGS__)
#define MPI_Bsend_init_c(...) SWITCHYARD_MPI_CALL(Bsend_init_c, __VA_ARGS__)
#define MPI_Ssend_init_c(...) SWITCHYARD_MPI_CALL(Ssend_init_c, __VA_ARGS__)
#define MPI_Rsend_init_c(...) SWITCHYARD_MPI_CALL(Rsend_init_c, __VA_ARGS__)
#define MPI_Recv_init_c(...) SWITCHYARD_MPI_CALL(Recv_init_c, __VA_ARGS__)
#define MPI_Mrecv_c(...) SWITCHYARD_MPI_CALL(Mrecv_c, __VA_ARGS__)
#define MPI_Imrecv_c(...) SWITCHYARD_MPI_CALL(Imrecv_c, __VA_ARGS__)
#define MPI_Sendrecv_c(...) SWITCHYARD_MPI_CALL(Sendrecv_c, __VA_ARGS__)
#define MPI_Sendrecv_replace_c(...) SWITCHYARD_MPI_CALL(Sendrecv_replace_c, __VA_ARGS__)
#define MPI_Isendrecv_c(...) SWITCHYARD_MPI_CALL(Isendrecv_c, __VA_ARGS__)
#define MPI_Isendrecv_replace_c(...) SWITCHYARD_MPI_CALL(Isendrecv_replace_c, __VA_ARGS__)
#define MPI_Buffer_attach_c(...) SWITCHYARD_MPI_CALL(Buffer_attach_c, __VA_ARGS__)
#define MPI_Buffer_detach_c(...) SWITCHYARD_MPI_CALL(Buffer_detach_c, __VA_ARGS__)
#define MPI_Get_count_c(...) SWITCHYARD_MPI_CALL(Get_count_c, __VA_ARGS__)
#define MPI_Get_elements_c(...) SWITCHYARD_MPI_CALL(Get_elements_c, __VA_ARGS__)
#define MPI_Status_set_elements_c(...) SWITCHYARD_MPI_CALL(Status_set_elements_c, __VA_ARGS__)
#define MPI_Type_contiguous_c(...) SWITCHYARD_MPI_CALL(Type_contiguous_c, __VA_ARGS__)
#define MPI_Type_vector_c(...) SWITCHYARD_MPI_CALL(Type_vector_c, __VA_ARGS__)
#define MPI_Type_create_hvector_c(...) SWITCHYARD_MPI_CALL(Type_create_hvector_c, __VA_ARGS__)
#define MPI_Type_indexed_c(...) SWITCHYARD_MPI_CALL(Type_indexed_c, __VA_ARGS__)
#define MPI_Type_create_hindexed_c(...) SWITCHYARD_MPI_CALL(Type_create_hindexed_c, __VA_ARGS__)
#define MPI_Type_create_indexed_block_c(...) SWITCHYARD_MPI_CALL(Type_create_indexed_block_c, __VA_ARGS__)
#define MPI_Type_create_hindexed_block_c(...) SWITCHYARD_MPI_CALL(Type_create_hindexed_block_c, __VA_ARGS__)
#define MPI_Type_create_struct_c(...) SWITCHYARD_MPI_CALL(Type_create_struct_c, __VA_ARGS__)
#define MPI_Type_create_subarray_c(...) SWITCHYARD_MPI_CALL(Type_create_subarray_c, __VA_ARGS__)
#define MPI_Type_create_darray_c(...) SWITCHYARD_MPI_CALL(Type_create_darray_c, __VA_ARGS__)
#define MPI_Type_create_resized_c(...) SWITCHYARD_MPI_CALL(Type_create_resized_c, __VA_ARGS__)
#define MPI_Type_size_c(...) SWITCHYARD_MPI_CALL(Type_size_c, __VA_ARGS__)
#define MPI_Type_get_extent_c(...) SWITCHYARD_MPI_CALL(Type_get_extent_c, __VA_ARGS__)
#define MPI_Type_get_true_extent_c(...) SWITCHYARD_MPI_CALL(Type_get_true_extent_c, __VA_ARGS__)
#define MPI_Type_get_envelope_c(...) SWITCHYARD_MPI_CALL(Type_get_envelope_c, __VA_ARGS__)
#define MPI_Type_get_contents_c(...) SWITCHYARD_MPI_CALL(Type_get_contents_c, __VA_ARGS__)
#define MPI_Pack_c(...) SWITCHYARD_MPI_CALL(Pack_c, __VA_ARGS__)
#define MPI_Unpack_c(...) SWITCHYARD_MPI_CALL(Unpack_c, __VA_ARGS__)
#define MPI_Pack_size_c(...) SWITCHYARD_MPI_CALL(Pack_size_c, __VA_ARGS__)
#define MPI_Pack_external_c(...) SWITCHYARD_MPI_CALL(Pack_external_c, __VA_ARGS__)
#define MPI_Unpack_external_c(...) SWITCHYARD_MPI_CALL(Unpack_external_c, __VA_ARGS__)
#define MPI_Pack_external_size_c(...) SWITCHYARD_MPI_CALL(Pack_external_size_c, __VA_ARGS__)
#define MPI_Op_create_c(...) SWITCHYARD_MPI_CALL(Op_create_c, __VA_ARGS__)
#define MPI_Reduce_local_c(...) SWITCHYARD_MPI_CALL(Reduce_local_c, __VA_ARGS__)
#define MPI_Bcast_c(...) SWITCHYARD_MPI_CALL(Bcast_c, __VA_ARGS__)
#define MPI_Gather_c(...) SWITCHYARD_MPI_CALL(Gather_c, __VA_ARGS__)
#define MPI_Gatherv_c(...) SWITCHYARD_MPI_CALL(Gatherv_c, __VA_ARGS__)
#define MPI_Scatter_c(...) SWITCHYARD_MPI_CALL(Scatter_c, __VA_ARGS__)
#define MPI_Scatterv_c(...) SWITCHYARD_MPI_CALL(Scatterv_c, __VA_ARGS__)
#define MPI_Allgather_c(...) SWITCHYARD_MPI_CALL(Allgather_c, __VA_ARGS__)
#define MPI_Allgatherv_c(...) SWITCHYARD_MPI_CALL(Allgatherv_c, __VA_ARGS__)
#define MPI_Alltoall_c(...) SWITCHYARD_MPI_CALL(Alltoall_c, __VA_ARGS__)
#define MPI_Alltoallv_c(...) SWITCHYARD_MPI_CALL(Alltoallv_c, __VA_ARGS__)
#define MPI_Alltoallw_c(...) SWITCHYARD_MPI_CALL(Alltoallw_c, __VA_ARGS__)
#define MPI_Reduce_c(...) SWITCHYARD_MPI_CALL(Reduce_c, __VA_ARGS__)
#define MPI_Allreduce_c(...) SWITCHYARD_MPI_CALL(Allreduce_c, __VA_ARGS__)
#define MPI_Reduce_scatter_c(...) SWITCHYARD_MPI_CALL(Reduce_scatter_c, __VA_ARGS__)
#define MPI_Reduce_scatter_block_c(...) SWITCHYARD_MPI_CALL(Reduce_scatter_block_c, __VA_ARGS__)
#define MPI_Scan_c(...) SWITCHYARD_MPI_CALL(Scan_c, __VA_ARGS__)
#define MPI_Exscan_c(...) SWITCHYARD_MPI_CALL(Exscan_c, __VA_ARGS__)
#define MPI_Ibcast_c(...) SWITCHYARD_MPI_CALL(Ibcast_c, __VA_ARGS__)
#define MPI_Igather_c(...) SWITCHYARD_MPI_CALL(Igather_c, __VA_ARGS__)
#define MPI_Igatherv_c(...) SWITCHYARD_MPI_CALL(Igatherv_c, __VA_ARGS__)
#define MPI_Iscatter_c(...) SWITCHYARD_MPI_CALL(Iscatter_c, __VA_ARGS__)
#define MPI_Iscatterv_c(...) SWITCHYARD_MPI_CALL(Iscatterv_c, __VA_ARGS__)
#define MPI_Iallgather_c(...) SWITCHYARD_MPI_CALL(Iallgather_c, __VA_ARGS__)
#define MPI_Iallgatherv_c(...) SWITCHYARD_MPI_CALL(Iallgatherv_c, __VA_ARGS__)
#define MPI_Ialltoall_c(...) SWITCHYARD_MPI_CALL(Ialltoall_c, __VA_ARGS__)
#define MPI_Ialltoallv_c(...) SWITCHYARD_MPI_CALL(Ialltoallv_c, __VA_ARGS__)
#define MPI_Ialltoallw_c(...) SWITCHYARD_MPI_CALL(Ialltoallw_c, __VA_ARGS__)
#define MPI_Ireduce_c(...) SWITCHYARD_MPI_CALL(Ireduce_c, __VA_ARGS__)
#define MPI_Iallreduce_c(...) SWITCHYARD_MPI_CALL(Iallreduce_c, __VA_ARGS__)
#define MPI_Ireduce_scatter_c(...) SWITCHYARD_MPI_CALL(Ireduce_scatter_c, __VA_ARGS__)
#define MPI_Ireduce_scatter_block_c(...) SWITCHYARD_MPI_CALL(Ireduce_scatter_block_c, __VA_ARGS__)
#define MPI_Iscan_c(...) SWITCHYARD_MPI_CALL(Iscan_c, __VA_ARGS__)
#define MPI_Iexscan_c(...) SWITCHYARD_MPI_CALL(Iexscan_c, __VA_ARGS__)
#define MPI_Neighbor_allgather_c(...) SWITCHYARD_MPI_CALL(Neighbor_allgather_c, __VA_ARGS__)
#define MPI_Neighbor_allgatherv_c(...) SWITCHYARD_MPI_CALL(Neighbor_allgatherv_c, __VA_ARGS__)
#define MPI_Neighbor_alltoall_c(...) SWITCHYARD_MPI_CALL(Neighbor_alltoall_c, __VA_ARGS__)
#define MPI_Neighbor_alltoallv_c(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallv_c, __VA_ARGS__)
#define MPI_Neighbor_alltoallw_c(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallw_c, __VA_ARGS__)
#define MPI_Ineighbor_allgather_c(...) SWITCHYARD_MPI_CALL(Ineighbor_allgather_c, __VA_ARGS__)
#define MPI_Ineighbor_allgatherv_c(...) SWITCHYARD_MPI_CALL(Ineighbor_allgatherv_c, __VA_ARGS__)
#define MPI_Ineighbor_alltoall_c(...) SWITCHYARD_MPI_CALL(Ineighbor_alltoall_c, __VA_ARGS__)
#define MPI_Ineighbor_alltoallv_c(...) SWITCHYARD_MPI_CALL(Ineighbor_alltoallv_c, __VA_ARGS__)
#define MPI_Ineighbor_alltoallw_c(...) SWITCHYARD_MPI_CALL(Ineighbor_alltoallw_c, __VA_ARGS__)
#define MPI_Bcast_init_c(...) SWITCHYARD_MPI_CALL(Bcast_init_c, __VA_ARGS__)
#define MPI_Gather_init_c(...) SWITCHYARD_MPI_CALL(Gather_init_c, __VA_ARGS__)
#define MPI_Gatherv_init_c(...) SWITCHYARD_MPI_CALL(Gatherv_init_c, __VA_ARGS__)
#define MPI_Scatter_init_c(...) SWITCHYARD_MPI_CALL(Scatter_init_c, __VA_ARGS__)
#define MPI_Scatterv_init_c(...) SWITCHYARD_MPI_CALL(Scatterv_init_c, __VA_ARGS__)
#define MPI_Allgather_init_c(...) SWITCHYARD_MPI_CALL(Allgather_init_c, __VA_ARGS__)
#define MPI_Allgatherv_init_c(...) SWITCHYARD_MPI_CALL(Allgatherv_init_c, __VA_ARGS__)
#define MPI_Alltoall_init_c(...) SWITCHYARD_MPI_CALL(Alltoall_init_c, __VA_ARGS__)
#define MPI_Alltoallv_init_c(...) SWITCHYARD_MPI_CALL(Alltoallv_init_c, __VA_ARGS__)
#define MPI_Alltoallw_init_c(...) SWITCHYARD_MPI_CALL(Alltoallw_init_c, __VA_ARGS__)
#define MPI_Reduce_init_c(...) SWITCHYARD_MPI_CALL(Reduce_init_c, __VA_ARGS__)
#define MPI_Allreduce_init_c(...) SWITCHYARD_MPI_CALL(Allreduce_init_c, __VA_ARGS__)
#define MPI_Reduce_scatter_init_c(...) SWITCHYARD_MPI_CALL(Reduce_scatter_init_c, __VA_ARGS__)
#define MPI_Reduce_scatter_block_init_c(...) SWITCHYARD_MPI_CALL(Reduce_scatter_block_init_c, __VA_ARGS__)
#define MPI_Scan_init_c(...) SWITCHYARD_MPI_CALL(Scan_init_c, __VA_ARGS__)
#define MPI_Exscan_init_c(...) SWITCHYARD_MPI_CALL(Exscan_init_c, __VA_ARGS__)
#define MPI_Neighbor_allgather_init_c(...) SWITCHYARD_MPI_CALL(Neighbor_allgather_init_c, __VA_ARGS__)
#define MPI_Neighbor_allgatherv_init_c(...) SWITCHYARD_MPI_CALL(Neighbor_allgatherv_init_c, __VA_ARGS__)
#define MPI_Neighbor_alltoall_init_c(...) SWITCHYARD_MPI_CALL(Neighbor_alltoall_init_c, __VA_ARGS__)
#define MPI_Neighbor_alltoallv_init_c(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallv_init_c, __VA_ARGS__)
#define MPI_Neighbor_alltoallw_init_c(...) SWITCHYARD_MPI_CALL(Neighbor_alltoallw_init_c, __VA_ARGS__)
#define MPI_Win_create_c(...) SWITCHYARD_MPI_CALL(Win_create_c, __VA_ARGS__)
#define MPI_Win_allocate_c(...) SWITCHYARD_MPI_CALL(Win_allocate_c, __VA_ARGS__)
#define MPI_Win_allocate_shared_c(...) SWITCHYARD_MPI_CALL(Win_allocate_shared_c, __VA_ARGS__)
#define MPI_Win_shared_query_c(...) SWITCHYARD_MPI_CALL(Win_shared_query_c, __VA_ARGS__)
#define MPI_Put_c(...) SWITCHYARD_MPI_CALL(Put_c, __VA_ARGS__)
#define MPI_Get_c(...) SWITCHYARD_MPI_CALL(Get_c, __VA_ARGS__)
#define MPI_Accumulate_c(...) SWITCHYARD_MPI_CALL(Accumulate_c, __VA_ARGS__)
#define MPI_Get_accumulate_c(...) SWITCHYARD_MPI_CALL(Get_accumulate_c, __VA_ARGS__)
#define MPI_Rput_c(...) SWITCHYARD_MPI_CALL(Rput_c, __VA_ARGS__)
#define MPI_Rget_c(...) SWITCHYARD_MPI_CALL(Rget_c, __VA_ARGS__)
#define MPI_Raccumulate_c(...) SWITCHYARD_MPI_CALL(Raccumulate_c, __VA_ARGS__)
#define MPI_Rget_accumulate_c(...) SWITCHYARD_MPI_CALL(Rget_accumulate_c, __VA_ARGS__)
#define MPI_File_read_at_c(...) SWITCHYARD_MPI_CALL(File_read_at_c, __VA_ARGS__)
#define MPI_File_read_at_all_c(...) SWITCHYARD_MPI_CALL(File_read_at_all_c, __VA_ARGS__)
#define MPI_File_write_at_c(...) SWITCHYARD_MPI_CALL(File_write_at_c, __VA_ARGS__)
#define MPI_File_write_at_all_c(...) SWITCHYARD_MPI_CALL(File_write_at_all_c, __VA_ARGS__)
#define MPI_File_iread_at_c(...) SWITCHYARD_MPI_CALL(File_iread_at_c, __VA_ARGS__)
#define MPI_File_iwrite_at_c(...) SWITCHYARD_MPI_CALL(File_iwrite_at_c, __VA_ARGS__)
#define MPI_File_iread_at_all_c(...) SWITCHYARD_MPI_CALL(File_iread_at_all_c, __VA_ARGS__)
#define MPI_File_iwrite_at_all_c(...) SWITCHYARD_MPI_CALL(File_iwrite_at_all_c, __VA_ARGS__)
#define MPI_File_read_c(...) SWITCHYARD_MPI_CALL(File_read_c, __VA_ARGS__)
#define MPI_File_read_all_c(...) SWITCHYARD_MPI_CALL(File_read_all_c, __VA_ARGS__)
#define MPI_File_write_c(...) SWITCHYARD_MPI_CALL(File_write_c, __VA_ARGS__)
#define MPI_File_write_all_c(...) SWITCHYARD_MPI_CALL(File_write_all_c, __VA_ARGS__)
#define MPI_File_iread_c(...) SWITCHYARD_MPI_CALL(File_iread_c, __VA_ARGS__)
#define MPI_File_iwrite_c(...) SWITCHYARD_MPI_CALL(File_iwrite_c, __VA_ARGS__)
#define MPI_File_iread_all_c(...) SWITCHYARD_MPI_CALL(File_iread_all_c, __VA_ARGS__)
#define MPI_File_iwrite_all_c(...) SWITCHYARD_MPI_CALL(File_iwrite_all_c, __VA_ARGS__)
#define MPI_File_read_shared_c(...) SWITCHYARD_MPI_CALL(File_read_shared_c, __VA_ARGS__)
#define MPI_File_write_shared_c(...) SWITCHYARD_MPI_CALL(File_write_shared_c, __VA_ARGS__)
#define MPI_File_iread_shared_c(...) SWITCHYARD_MPI_CALL(File_iread_shared_c, __VA_ARGS__)
#define MPI_File_iwrite_shared_c(...) SWITCHYARD_MPI_CALL(File_iwrite_shared_c, __VA_ARGS__)
#define MPI_File_read_ordered_c(...) SWITCHYARD_MPI_CALL(File_read_ordered_c, __VA_ARGS__)
#define MPI_File_write_ordered_c(...) SWITCHYARD_MPI_CALL(File_write_ordered_c, __VA_ARGS__)
#define MPI_File_read_at_all_begin_c(...) SWITCHYARD_MPI_CALL(File_read_at_all_begin_c, __VA_ARGS__)
#define MPI_File_write_at_all_begin_c(...) SWITCHYARD_MPI_CALL(File_write_at_all_begin_c, __VA_ARGS__)
#define MPI_File_read_all_begin_c(...) SWITCHYARD_MPI_CALL(File_read_all_begin_c, __VA_ARGS__)
#define MPI_File_write_all_begin_c(...) SWITCHYARD_MPI_CALL(File_write_all_begin_c, __VA_ARGS__)
#define MPI_File_read_ordered_begin_c(...) SWITCHYARD_MPI_CALL(File_read_ordered_begin_c, __VA_ARGS__)
#define MPI_File_write_ordered_begin_c(...) SWITCHYARD_MPI_CALL(File_write_ordered_begin_c, __VA_ARGS__)
#define MPI_File_get_type_extent_c(...) SWITCHYARD_MPI_CALL(File_get_type_extent_c, __VA_ARGS__)
#define MPI_Register_datarep_c(...) SWITCHYARD_MPI_CALL(Register_datarep_c, __VA_ARGS__)
#define MPI_Address(...) SWITCHYARD_MPI_CALL(Address, __VA_ARGS__)
#define MPI_Type_hvector(...) SWITCHYARD_MPI_CALL(Type_hvector, __VA_ARGS__)
#define MPI_Type_hindexed(...) SWITCHYARD_MPI_CALL(Type_hindexed, __VA_ARGS__)
#define MPI_Type_struct(...) SWITCHYARD_MPI_CALL(Type_struct, __VA_ARGS__)
#define MPI_Type_extent(...) SWITCHYARD_MPI_CALL(Type_extent, __VA_ARGS__)
#define MPI_Type_lb(...) SWITCHYARD_MPI_CALL(Type_lb, __VA_ARGS__)
#define MPI_Type_ub(...) SWITCHYARD_MPI_CALL(Type_ub, __VA_ARGS__)
#define MPI_Keyval_create(...) SWITCHYARD_MPI_CALL(Keyval_create, __VA_ARGS__)
#define MPI_Keyval_free(...) SWITCHYARD_MPI_CALL(Keyval_free, __VA_ARGS__)
#define MPI_Attr_put(...) SWITCHYARD_MPI_CALL(Attr_put, __VA_ARGS__)
#define MPI_Attr_get(...) SWITCHYARD_MPI_CALL(Attr_get, __VA_ARGS__)
#define MPI_Attr_delete(...) SWITCHYARD_MPI_CALL(Attr_delete, __VA_ARGS__)
#define MPI_Errhandler_create(...) SWITCHYARD_MPI_CALL(Errhandler_create, __VA_ARGS__)
#define MPI_Errhandler_set(...) SWITCHYARD_MPI_CALL(Errhandler_set, __VA_ARGS__)
#define MPI_Errhandler_get(...) SWITCHYARD_MPI_CALL(Errhandler_get, __VA_ARGS__)
#endif

#endif
