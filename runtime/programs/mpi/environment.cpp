/// \file environment.cpp
/// MPI's functions for the beginning and end of a program, the clock, memory, and versions.
///
/// Source: MPI 3.1, chapters 8 and 12, and MPI 4.0, chapter 11.

#include "runtime/programs/mpi/environment.hpp"

#include <algorithm>
#include <chrono>

#include "runtime/build_info.hpp"
#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/programs/clock.hpp"
#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/leaks.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/text.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

CommunicatorPtr make_predefined_communicator(Call& call, MemberNodes members, Context context, const char* name) {
  CommunicatorPtr comm(new Communicator(call.node, std::move(members), context, call.state.context_pool, call.site));
  comm->name = name;
  return comm;
}

void init(Call& call, int* /*argc*/, char*** /*argv*/) {
  MpiProgramState& state = call.state;
  if (state.phase == MpiProgramState::MpiPhase::running)
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "the program has called {} before",
         call_text("MPI_Init", state.init_site));
  if (state.phase == MpiProgramState::MpiPhase::finalized)
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "the program has called {} before",
         call_text("MPI_Finalize", state.finalize_site));
  MemberNodes all(call.node.node_count());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = NodeId{i};
  state.communicators.set_object_of_predefined_handle(
      MPI_COMM_WORLD, make_predefined_communicator(call, std::move(all), ContextPool::kWorldContext, "MPI_COMM_WORLD"));
  state.communicators.set_object_of_predefined_handle(
      MPI_COMM_SELF, make_predefined_communicator(call, {call.node.id()}, ContextPool::kSelfContext, "MPI_COMM_SELF"));
  state.universe_size = static_cast<int>(call.node.node_count());
  state.init_site = call.site;
  set_up_mpi_for_program(call);
  state.phase = MpiProgramState::MpiPhase::running;
}

void init_thread(Call& call, int* argc, char*** argv, int required, int* provided) {
  check_pointer(provided, "provided");
  if (required < MPI_THREAD_SINGLE || required > MPI_THREAD_MULTIPLE)
    fail(MPI_ERR_ARG, "there is no level {} of support for threads", required);
  init(call, argc, argv);
  call.state.requested_thread_level = required;
  call.state.thread_level = std::max(required, MpiProgramState::kLowestThreadLevel);
  *provided = call.state.thread_level;
}

void initialized(Call& call, int* flag) {
  check_pointer(flag, "flag");
  *flag = call.state.phase == MpiProgramState::MpiPhase::before_init ? 0 : 1;
}
void finalized(Call& call, int* flag) {
  check_pointer(flag, "flag");
  *flag = call.state.phase == MpiProgramState::MpiPhase::finalized ? 1 : 0;
}

void fail_if_requests_are_open(MpiProgramState& state) {
  state.requests.for_each([](MPI_Request, CallSite, const RequestRecord& record) {
    if (record.is_active)
      fail(MPI_ERR_REQUEST, "a request of {} is still under way; complete it first", call_text("a call", record.site));
  });
}

void fail_if_files_are_open(MpiProgramState& state) {
  state.files.for_each([](MPI_File, CallSite, const FilePtr& file) {
    fail(DefectClass::resource_leak, MPI_ERR_FILE, "the file '{}' of {} is still open; call MPI_File_close first",
         file->name(), call_text("a call", file->site));
  });
}

/// Stops the services of the files that the program has left open, and removes their handles. The run goes on, so that
/// a member that waits for this one to close a file is found. Needs: the run looks for defects.
void abandon_files(Call& call) {
  MpiProgramState& state = call.state;
  state.files.for_each([&](MPI_File, CallSite, const FilePtr& file) {
    await_agreement_on_view(call, *file);
    await_agreement_on_size(call, *file);
    stop_service(call.node, *file, call.site);
    state.history->files.keep_file_until_end_of_run(file->host_file);
  });
  state.files = decltype(state.files){};
}

/// Implements MPI_Finalize. While the program has sessions, all of its objects but MPI_COMM_WORLD and MPI_COMM_SELF are
/// kept, because they may come from a session.
void finalize(Call& call) {
  MpiProgramState& state = call.state;
  if (state.phase == MpiProgramState::MpiPhase::before_init)
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "the program has a session, but has not called MPI_Init");
  if (state.phase == MpiProgramState::MpiPhase::finalized)
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "the program has called {} before",
         call_text("MPI_Finalize", state.finalize_site));
  note_collective_begin(call, **state.communicators.find(MPI_COMM_WORLD));
  (*state.communicators.find(MPI_COMM_SELF))->attributes.remove_all_attributes(call, MPI_COMM_SELF);
  (*state.communicators.find(MPI_COMM_WORLD))->attributes.remove_all_attributes(call, MPI_COMM_WORLD);
  if (state.sessions.empty()) end_use_of_mpi(call);
  for (const MPI_Comm each : {MPI_COMM_WORLD, MPI_COMM_SELF})
    state.communicators.remove_object_of_predefined_handle(each);
  state.finalize_site = call.site;
  state.phase = MpiProgramState::MpiPhase::finalized;
}

void query_thread(Call& call, int* provided) {
  check_pointer(provided, "provided");
  *provided = call.state.thread_level;
}
void is_thread_main(Call&, int* flag) {
  check_pointer(flag, "flag");
  *flag = 1;
}

void abort(Call& call, MPI_Comm /*comm*/, int code) {
  throw Error(fmt::format("{}: the program has aborted with code {}", call_text("MPI_Abort", call.site), code));
}

void processor_name(Call& call, char* name, int* length) {
  copy_text_to_program(call, fmt::format("node{}", index(call.node.id())), MPI_MAX_PROCESSOR_NAME, name, length);
}
void version(Call&, int* version, int* subversion) {
  check_pointer(version, "version");
  check_pointer(subversion, "subversion");
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
}
void library_version(Call& call, char* text, int* length) {
  copy_text_to_program(call, fmt::format("Switchyard {}", build_info().version), MPI_MAX_LIBRARY_VERSION_STRING, text,
                       length);
}

void alloc_mem(Call& call, MPI_Aint size, MPI_Info /*info*/, void* result) {
  check_pointer(result, "baseptr");
  if (size < 0) fail(MPI_ERR_ARG, "size {} is negative", size);
  void* const memory = call.process.allocate_for_communication_interface(static_cast<std::size_t>(size), call.site);
  if (memory == nullptr) fail(MPI_ERR_NO_MEM, "there is no memory for {} B", size);
  *static_cast<void**>(result) = memory;
  if (call.node.defects() != nullptr) call.state.sites_of_allocated_memory.emplace(memory, call.site);
}
void free_mem(Call& call, void* base) {
  if (base == nullptr) return;
  const bool is_known = call.node.defects() == nullptr || call.state.sites_of_allocated_memory.contains(base);
  if (!call.process.is_begin_of_allocated_block(base) || !is_known)
    fail(MPI_ERR_BASE, "the address is not one that MPI_Alloc_mem has given");
  call.process.release_block_of_communication_interface(base, call.site);
  call.state.sites_of_allocated_memory.erase(base);
}

// --- functions that may be called at any time -----------------------------------------------------------------------

double wtime() {
  const Duration time = read_program_clock(*t_process, {"MPI_Wtime", __builtin_return_address(0)});
  return std::chrono::duration<double>(time).count();
}
double wtick() { return std::chrono::duration<double>(Duration{1}).count(); }
int pcontrol(int /*level*/, ...) { return MPI_SUCCESS; }

}  // namespace

void set_up_mpi_for_program(Call& call) {
  MpiProgramState& state = call.state;
  if (state.history) return;
  state.history = CallHistory::of(call.node);
  // keeps the history, as other nodes may make calls after this node has ended
  if (state.history) call.process.data_of_messages_under_way = state.history;
  if (waits_only_where_required(call))
    state.context_pool->set_reserved_contexts(call.node.id(), state.history->reserved_contexts);
}

void end_use_of_mpi(Call& call) {
  MpiProgramState& state = call.state;
  state.windows.for_each([&](MPI_Win win, CallSite, const WindowPtr& window) {
    call.window_for_errors = win;
    check_window_is_not_in_use(call, *window);
  });
  call.window_for_errors = MPI_WIN_NULL;
  note_leaks(call);
  if (call.node.defects() == nullptr) {
    fail_if_files_are_open(state);
  } else {
    abandon_files(call);
  }
  leave_unfreed_windows(call);
  fail_if_requests_are_open(state);
  for (RequestRecord& record : state.freed_requests_under_way) {
    if (!record.handle.empty()) call.node.wait(record.handle, call.site);
  }
  call.node.wait_freed(call.site);
  state.watch_of_attached_buffer = nullptr;
  state.freed_requests_under_way.clear();
  state.requests = decltype(state.requests){};
  state.probed_messages = decltype(state.probed_messages){1};
  state.communicators = decltype(state.communicators){2};
}

SymbolBindings environment_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_WHEN(list, Init, PermittedCallTime::callable_at_any_time, init);
    SWITCHYARD_MPI_BIND_WHEN(list, Init_thread, PermittedCallTime::callable_at_any_time, init_thread);
    SWITCHYARD_MPI_BIND_WHEN(list, Initialized, PermittedCallTime::callable_at_any_time, initialized);
    SWITCHYARD_MPI_BIND_WHEN(list, Finalized, PermittedCallTime::callable_at_any_time, finalized);
    SWITCHYARD_MPI_BIND_WHEN(list, Get_version, PermittedCallTime::callable_at_any_time, version);
    SWITCHYARD_MPI_BIND_WHEN(list, Get_library_version, PermittedCallTime::callable_at_any_time, library_version);
    SWITCHYARD_MPI_BIND(list, Finalize, finalize);
    SWITCHYARD_MPI_BIND(list, Query_thread, query_thread);
    SWITCHYARD_MPI_BIND(list, Is_thread_main, is_thread_main);
    SWITCHYARD_MPI_BIND(list, Abort, abort);
    SWITCHYARD_MPI_BIND(list, Get_processor_name, processor_name);
    SWITCHYARD_MPI_BIND(list, Alloc_mem, alloc_mem);
    SWITCHYARD_MPI_BIND(list, Free_mem, free_mem);
    for (const char* name : {"MPI_Wtime", "PMPI_Wtime"})
      list.push_back(SymbolBinding::make_function_binding(name, wtime));
    for (const char* name : {"MPI_Wtick", "PMPI_Wtick"})
      list.push_back(SymbolBinding::make_function_binding(name, wtick));
    for (const char* name : {"MPI_Pcontrol", "PMPI_Pcontrol"})
      list.push_back(SymbolBinding::make_function_binding(name, pcontrol));
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
