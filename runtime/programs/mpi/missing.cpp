/// \file missing.cpp
/// MPI: functions that mpi.h declares and that do nothing here. Programs that call them can be loaded, and a call fails
/// by its name.

#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

// clang-format off
#define SWITCHYARD_MPI_MISSING(X) \
    X(File_create_errhandler) X(File_set_errhandler) X(File_get_errhandler) X(File_call_errhandler) \
    X(Intercomm_create) X(Intercomm_merge) X(Comm_spawn) X(Comm_spawn_multiple) X(Open_port) X(Close_port) \
    X(Comm_accept) X(Comm_connect) X(Comm_join) X(Publish_name) X(Unpublish_name) X(Lookup_name) X(File_open) \
    X(File_close) X(File_delete) X(File_set_size) X(File_preallocate) X(File_get_size) X(File_get_group) \
    X(File_get_amode) X(File_set_info) X(File_get_info) X(File_set_view) X(File_get_view) X(File_read_at) \
    X(File_read_at_all) X(File_write_at) X(File_write_at_all) X(File_iread_at) X(File_iwrite_at) X(File_iread_at_all) \
    X(File_iwrite_at_all) X(File_read) X(File_read_all) X(File_write) X(File_write_all) X(File_iread) X(File_iwrite) \
    X(File_iread_all) X(File_iwrite_all) X(File_seek) X(File_get_position) X(File_get_byte_offset) \
    X(File_read_shared) X(File_write_shared) X(File_iread_shared) X(File_iwrite_shared) X(File_read_ordered) \
    X(File_write_ordered) X(File_seek_shared) X(File_get_position_shared) X(File_read_at_all_begin) \
    X(File_read_at_all_end) X(File_write_at_all_begin) X(File_write_at_all_end) X(File_read_all_begin) \
    X(File_read_all_end) X(File_write_all_begin) X(File_write_all_end) X(File_read_ordered_begin) \
    X(File_read_ordered_end) X(File_write_ordered_begin) X(File_write_ordered_end) X(File_get_type_extent) \
    X(File_set_atomicity) X(File_get_atomicity) X(File_sync) X(Register_datarep) X(Status_f2c) X(Status_c2f) \
    X(T_init_thread) X(T_finalize) X(T_cvar_get_num) X(T_cvar_get_info) X(T_cvar_get_index) X(T_cvar_handle_alloc) \
    X(T_cvar_handle_free) X(T_cvar_read) X(T_cvar_write) X(T_pvar_get_num) X(T_pvar_get_info) X(T_pvar_get_index) \
    X(T_pvar_session_create) X(T_pvar_session_free) X(T_pvar_handle_alloc) X(T_pvar_handle_free) X(T_pvar_start) \
    X(T_pvar_stop) X(T_pvar_read) X(T_pvar_write) X(T_pvar_reset) X(T_pvar_readreset) X(T_enum_get_info) \
    X(T_enum_get_item) X(T_category_get_num) X(T_category_get_info) X(T_category_get_index) X(T_category_get_cvars) \
    X(T_category_get_pvars) X(T_category_get_categories) X(T_category_changed)
// clang-format on

/// `function`: of mpi.h; only its arguments are of interest.
template <detail::FunctionName name, class Declared>
struct Missing;
template <detail::FunctionName name, class... A>
struct Missing<name, int(const switchyard_call*, A...)> {
  static void refuse(Call&, A...) { fail(MPI_ERR_UNSUPPORTED_OPERATION, "this function is not there"); }
};

}  // namespace

Bindings missing_bindings() {
  static const std::vector<Binding> all = [] {
    std::vector<Binding> list;
#define SWITCHYARD_MPI_REFUSE(function) \
  SWITCHYARD_MPI_BIND(list, function, (Missing<"MPI_" #function, decltype(::switchyard_mpi_##function)>::refuse));
    SWITCHYARD_MPI_MISSING(SWITCHYARD_MPI_REFUSE)
#undef SWITCHYARD_MPI_REFUSE
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
