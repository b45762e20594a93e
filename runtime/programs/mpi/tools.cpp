/// \file tools.cpp
/// MPI's tool information interface (MPI_T). This implementation has no variables, no categories and no events.
///
/// Source: MPI 3.1, chapter 14, and for events MPI 4.0, sec. 15.3.8. Calls return their errors, whatever error handler
/// is set (MPI 3.1, sec. 14.3.9).

#include <algorithm>

#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

/// Returns the state of MPI. Fails unless the program has initialised the tool interface (MPI_T) more often than
/// finalised it.
MpiProgramState& state_of_initialised_tools(Call& call) {
  if (call.state.tool_init_count == 0) fail(MPI_T_ERR_NOT_INITIALIZED, "MPI_T_init_thread was not called");
  return call.state;
}

void check_result_pointer(const void* pointer) {
  if (pointer == nullptr) fail(MPI_T_ERR_INVALID, "the place of a result is a null pointer");
}

void init_thread(Call& call, int required, int* provided) {
  check_result_pointer(provided);
  ++call.state.tool_init_count;
  *provided = std::clamp(required, MpiProgramState::kLowestThreadLevel, int{MPI_THREAD_MULTIPLE});
}
void finalize(Call& call) { --state_of_initialised_tools(call).tool_init_count; }

void set_count_to_zero(Call& call, int* number) {
  state_of_initialised_tools(call);
  check_result_pointer(number);
  *number = 0;
}

/// Lets a query of MPI's tool interface (MPI_T) fail with error `code`, because this implementation has no variable,
/// category, enumeration or event.
template <int code, class... A>
void fail_for_lack_of_variables(Call& call, A... /*arguments*/) {
  state_of_initialised_tools(call);
  fail(code, "there are no variables, categories, enumerations and events");
}

/// The handle, as a number, of the first MPI_T session for performance variables that a program makes. Such a session
/// has no contents, so that its handle is just a number.
constexpr std::uintptr_t kFirstToolSession = 1;

void create_session(Call& call, MPI_T_pvar_session* session) {
  MpiProgramState& state = state_of_initialised_tools(call);
  check_result_pointer(session);
  *session = reinterpret_cast<MPI_T_pvar_session>(kFirstToolSession + state.is_tool_session_open.size());
  state.is_tool_session_open.push_back(true);
}

/// Returns the number of a session of MPI's tool interface (MPI_T), counted from 0. Fails if the handle is no session,
/// or if the session was freed.
std::size_t index_of_tool_session(Call& call, MPI_T_pvar_session session) {
  const auto place = reinterpret_cast<std::uintptr_t>(session) - kFirstToolSession;
  const std::vector<bool>& sessions = state_of_initialised_tools(call).is_tool_session_open;
  if (place >= sessions.size() || !sessions[place]) fail(MPI_T_ERR_INVALID_SESSION, "this is no session");
  return place;
}

void free_session(Call& call, MPI_T_pvar_session* session) {
  check_result_pointer(session);
  call.state.is_tool_session_open[index_of_tool_session(call, *session)] = false;
  *session = MPI_T_PVAR_SESSION_NULL;
}

/// Starts, stops or resets all performance variables of a session of MPI's tool interface (MPI_T), of which there are
/// none. Fails if the handle is that of a single variable.
void control_all_performance_variables(Call& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  index_of_tool_session(call, session);
  if (handle != MPI_T_PVAR_ALL_HANDLES) fail(MPI_T_ERR_INVALID_HANDLE, "this is no handle of a variable");
}

template <class... A>
void fail_for_performance_variable_handle(Call& call, MPI_T_pvar_session session, A... /*arguments*/) {
  index_of_tool_session(call, session);
  fail(MPI_T_ERR_INVALID_HANDLE, "this is no handle of a variable");
}
void allocate_handle(Call& call, MPI_T_pvar_session session, int /*index*/, void* /*object*/,
                     MPI_T_pvar_handle* /*handle*/, int* /*count*/) {
  index_of_tool_session(call, session);
  fail(MPI_T_ERR_INVALID_INDEX, "there are no variables");
}

#define SWITCHYARD_MPI_BIND_TOOL(list, name, function) \
  SWITCHYARD_MPI_BIND_WHEN(list, name, ::switchyard::mpi::PermittedCallTime::tool_function_at_any_time, function)

void add_event_bindings(std::vector<SymbolBinding>& list) {
  SWITCHYARD_MPI_BIND_TOOL(list, T_source_get_num, set_count_to_zero);
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_get_num, set_count_to_zero);
  SWITCHYARD_MPI_BIND_TOOL(list, T_category_get_num_events,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, int*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_category_get_events,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, int, int*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_source_get_info,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, char*, int*, char*, int*,
                                                       MPI_T_source_order*, MPI_Count*, MPI_Count*, MPI_Info*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_source_get_timestamp,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, MPI_Count*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_get_info,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, char*, int*, int*, MPI_Datatype*,
                                                       MPI_Aint*, int*, MPI_T_enum*, MPI_Info*, char*, int*, int*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_get_index,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_NAME, const char*, int*>));
  SWITCHYARD_MPI_BIND_TOOL(
      list, T_event_handle_alloc,
      (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, void*, MPI_Info, MPI_T_event_registration*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_handle_set_info,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_Info>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_handle_get_info,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_Info*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_handle_free,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, void*,
                                                       MPI_T_event_free_cb_function*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_register_callback,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration,
                                                       MPI_T_cb_safety, MPI_Info, void*, MPI_T_event_cb_function*>));
  SWITCHYARD_MPI_BIND_TOOL(
      list, T_event_callback_set_info,
      (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_T_cb_safety, MPI_Info>));
  SWITCHYARD_MPI_BIND_TOOL(
      list, T_event_callback_get_info,
      (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_T_cb_safety, MPI_Info*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_set_dropped_handler,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration,
                                                       MPI_T_event_dropped_cb_function*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_read,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, int, void*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_copy,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, void*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_get_timestamp,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, MPI_Count*>));
  SWITCHYARD_MPI_BIND_TOOL(list, T_event_get_source,
                           (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, int*>));
}

}  // namespace

SymbolBindings tool_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_TOOL(list, T_init_thread, init_thread);
    SWITCHYARD_MPI_BIND_TOOL(list, T_finalize, finalize);
    SWITCHYARD_MPI_BIND_TOOL(list, T_cvar_get_num, set_count_to_zero);
    SWITCHYARD_MPI_BIND_TOOL(list, T_cvar_get_info,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, char*, int*, int*, MPI_Datatype*,
                                                         MPI_T_enum*, char*, int*, int*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_cvar_get_index,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_NAME, const char*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(
        list, T_cvar_handle_alloc,
        (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, void*, MPI_T_cvar_handle*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_cvar_handle_free,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_handle*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_cvar_read,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_handle, void*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_cvar_write,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_handle, const void*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_get_num, set_count_to_zero);
    SWITCHYARD_MPI_BIND_TOOL(
        list, T_pvar_get_info,
        (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, char*, int*, int*, int*, MPI_Datatype*, MPI_T_enum*,
                                    char*, int*, int*, int*, int*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_get_index,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_NAME, const char*, int, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_session_create, create_session);
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_session_free, free_session);
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_handle_alloc, allocate_handle);
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_handle_free, (fail_for_performance_variable_handle<MPI_T_pvar_handle*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_start, control_all_performance_variables);
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_stop, control_all_performance_variables);
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_read, (fail_for_performance_variable_handle<MPI_T_pvar_handle, void*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_write,
                             (fail_for_performance_variable_handle<MPI_T_pvar_handle, const void*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_reset, control_all_performance_variables);
    SWITCHYARD_MPI_BIND_TOOL(list, T_pvar_readreset, (fail_for_performance_variable_handle<MPI_T_pvar_handle, void*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_enum_get_info,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_enum, int*, char*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(
        list, T_enum_get_item,
        (fail_for_lack_of_variables<MPI_T_ERR_INVALID_HANDLE, MPI_T_enum, int, int*, char*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_category_get_num, set_count_to_zero);
    SWITCHYARD_MPI_BIND_TOOL(
        list, T_category_get_info,
        (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, char*, int*, char*, int*, int*, int*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_category_get_index,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_NAME, const char*, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_category_get_cvars,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, int, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_category_get_pvars,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, int, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_category_get_categories,
                             (fail_for_lack_of_variables<MPI_T_ERR_INVALID_INDEX, int, int, int*>));
    SWITCHYARD_MPI_BIND_TOOL(list, T_category_changed, set_count_to_zero);
    add_event_bindings(list);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
