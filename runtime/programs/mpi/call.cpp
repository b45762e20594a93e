#include "runtime/programs/mpi/call.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/group/under_way.hpp"
#include "runtime/misuse.hpp"
#include "runtime/programs/mpi/failing.hpp"
#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/state_records.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

/// How the program learns of an error that does not end the run: by an error code, and perhaps by its error handler.
struct ErrorDelivery {
  int code = MPI_SUCCESS;
  ErrorHandlerPtr handler = nullptr;  ///< the program's error handler to be called; null if none is called
  MPI_Comm comm = MPI_COMM_NULL;
  /// The window whose error handler is called; null if the handler belongs to another object.
  MPI_Win win = MPI_WIN_NULL;
  /// The file whose error handler is called, if it is one of a file; MPI_FILE_NULL stands for the handler of files that
  /// are newly opened.
  std::optional<MPI_File> file = {};
  MPI_Session session = MPI_SESSION_NULL;

  void call_error_handler() {
    if (handler == nullptr) return;
    if (handler->session_error_function != nullptr) {
      handler->session_error_function(&session, &code);
    } else if (file) {
      handler->file_error_function(&*file, &code);
    } else if (win != MPI_WIN_NULL) {
      handler->window_error_function(&win, &code);
    } else {
      handler->communicator_error_function(&comm, &code);
    }
  }
};

std::string text_of_comm(const Communicator& comm) {
  return fmt::format("rank {} of {}", comm.rank(), communicator_as_text(comm));
}

void record_last_call(const Call& call, bool is_inside) {
  if (!call.state.history) return;
  CallHistory& history = *call.state.history;
  history.last_calls[index(call.node.id())] = {.site = call.site, .is_inside_call = is_inside, .awaited_requests = {}};
  if (is_inside) history.memory_polls.note_call(call.node.id(), call.function_name);
}

/// Records that an error of an MPI call has ended the run. The checks for unfinished collectives and persistent
/// requests at the end of the run are then omitted.
void record_that_run_failed(const Call& call) {
  if (call.state.history) call.state.history->has_run_failed = true;
}

[[noreturn]] void end_run(const Call& call, const CallError& error, const std::string& who) {
  UsageError wrong =
      misuse_error(call.function_name, call.site, fmt::format("{}{} ({})", who, error.text, name_of_error(error.code)));
  wrong.set_defect_class(error.defect);
  if (error.defect) wait_for_same_error_on_other_nodes(call);
  record_that_run_failed(call);
  throw UsageError(wrong);
}

/// Handles an error of a call by the error handler of a communicator, window or file. `who` is the name of this object
/// for error messages.
ErrorDelivery raise_with_error_handler(const ErrorHandlerPtr& handler, const Call& call, const CallError& error,
                                       const std::string& who) {
  if (handler == nullptr || handler->is_fatal()) end_run(call, error, who.empty() ? who : who + ": ");
  if (handler->kind == ErrorHandler::Kind::return_codes) return {.code = error.code};
  return {
      error.code, handler, call.comm_for_errors, call.window_for_errors, call.file_for_errors, call.session_for_errors};
}

ErrorDelivery raise_error_of_file(const Call& call, const CallError& error) {
  const FilePtr* const file = call.state.files.find(*call.file_for_errors);
  if (file == nullptr) return raise_with_error_handler(call.state.file_error_handler, call, error, "no file");
  return raise_with_error_handler((*file)->error_handler, call, error,
                                  fmt::format("rank {} of the file '{}'", (*file)->comm->rank(), (*file)->name()));
}

/// Handles an error of an MPI call by the error handler in force. Errors while the program does not use MPI end the
/// run.
ErrorDelivery handle_error(const Call& call, const CallError& error) {
  if (error.defect) call.process.defect_notes.note_defect(call.node, *error.defect, call.site, error.text);
  if (call.error_handler != nullptr) return raise_with_error_handler(call.error_handler, call, error, "");
  if (!call.state.is_in_use()) end_run(call, error, "");
  if (call.file_for_errors) return raise_error_of_file(call, error);
  if (const WindowPtr* window = call.state.windows.find(call.window_for_errors))
    return raise_with_error_handler((*window)->error_handler, call, error,
                                    fmt::format("rank {} of {}", (*window)->comm->rank(), (*window)->text()));
  const CommunicatorPtr* comm = call.state.communicators.find(call.comm_for_errors);
  if (comm == nullptr || *comm == nullptr) end_run(call, error, "");
  return raise_with_error_handler((*comm)->error_handler, call, error, text_of_comm(**comm));
}

/// Returns whether an error that the class Node has thrown goes to the communicator's error handler. This holds only
/// for the error that the attached buffer is too small for a buffered send, and only if the handler does not end the
/// run.
bool should_call_error_handler(const Call& call, const Error& error) {
  if (error.defect() != DefectClass::buffering_hazard) return false;
  const CommunicatorPtr* const comm = call.state.communicators.find(call.comm_for_errors);
  if (comm == nullptr || *comm == nullptr || (*comm)->error_handler == nullptr) return false;
  return !(*comm)->error_handler->is_fatal();
}

/// Notes the defects of the program since its last MPI call, which can be found only now that it makes the call `call`.
/// Has no effect if the run does not look for defects.
void note_defects_since_last_call(Call& call) {
  if (!call.state.program_window_accesses.empty()) {
    const ProgramWindowAccesses::NextCallKind before = ProgramWindowAccesses::next_call_kind_of(call.function_name);
    for (ProgramWindowAccesses* const memory : call.state.program_window_accesses)
      memory->note_conflicts_of_program_accesses(before);
  }
  if (call.state.watches_of_freed_sends.empty()) return;
  for (const MemoryWatch::CallId id : std::exchange(call.state.watches_of_freed_sends, {}))
    call.process.memory_watch.check_and_stop_watching_call(call.node, call.process.defect_notes, call.site, id);
}

/// Returns whether a program's own reduction function may call the MPI function `name`. It may call only functions that
/// do not communicate (MPI 3.1, sec. 5.9.5).
bool is_call_allowed_in_reduction_function(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 26> kLocalPrefixes{"MPI_Abort",
                                                            "MPI_Add_error",
                                                            "MPI_Address",
                                                            "MPI_Aint_",
                                                            "MPI_Alloc_mem",
                                                            "MPI_Attr_get",
                                                            "MPI_Comm_compare",
                                                            "MPI_Comm_get_",
                                                            "MPI_Comm_group",
                                                            "MPI_Comm_rank",
                                                            "MPI_Comm_remote_size",
                                                            "MPI_Comm_size",
                                                            "MPI_Comm_test_inter",
                                                            "MPI_Error_",
                                                            "MPI_Finalized",
                                                            "MPI_Free_mem",
                                                            "MPI_Get_",
                                                            "MPI_Group_",
                                                            "MPI_Initialized",
                                                            "MPI_Op_",
                                                            "MPI_Pack",
                                                            "MPI_Reduce_local",
                                                            "MPI_Topo_test",
                                                            "MPI_Type_",
                                                            "MPI_Unpack",
                                                            "MPI_Wti"};
  return name != "MPI_Get_accumulate" &&
         std::ranges::any_of(kLocalPrefixes, [&](std::string_view each) { return name.starts_with(each); });
}

void check_call_is_allowed_now(const Call& call, PermittedCallTime when) {
  const MpiProgramState& state = call.state;
  if (state.is_in_reduction_function && !is_call_allowed_in_reduction_function(call.function_name))
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "a reduction function of the program must not communicate");
  if (when != PermittedCallTime::between_init_and_finalize || state.is_in_use()) return;
  if (state.phase == MpiProgramState::MpiPhase::before_init)
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "the program has not called MPI_Init yet");
  fail(DefectClass::call_ordering, MPI_ERR_OTHER, "the program has called {} before",
       call_text("MPI_Finalize", state.finalize_site));
}

/// Returns whether any thread may call the MPI function `name` at any time (MPI 3.1, sec. 12.4.1 and 12.4.3).
bool may_any_thread_call(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 6> kFunctions{"MPI_Initialized",  "MPI_Finalized",
                                                       "MPI_Query_thread", "MPI_Is_thread_main",
                                                       "MPI_Get_version",  "MPI_Get_library_version"};
  return std::ranges::find(kFunctions, name) != kFunctions.end();
}

const char* name_of_thread_level(int level) noexcept {
  return level == MPI_THREAD_SINGLE ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED";
}

/// Checks which threads of a parallel region of OpenMP would make this call. Notes a defect if others than the main
/// thread would, and the program has not asked for a level of thread support that permits that (MPI 3.1, sec. 12.4.3).
/// Otherwise notes for the verdict that several threads may make the call.
void check_calling_threads(const Call& call) {
  Process& process = call.process;
  const OpenMpTeam::ExecutingThreads executors = process.openmp_team.threads_executing_current_code();
  if (executors == OpenMpTeam::ExecutingThreads::main_thread || !call.state.history) [[likely]]
    return;
  if (may_any_thread_call(call.function_name)) return process.openmp_team.note_query_about_threads();
  const MpiProgramState& state = call.state;
  const bool is_main_thread_required =
      state.phase == MpiProgramState::MpiPhase::running && state.requested_thread_level <= MPI_THREAD_FUNNELED;
  if (is_main_thread_required && executors == OpenMpTeam::ExecutingThreads::threads_besides_main_thread &&
      !process.can_tell_threads_apart) {
    process.defect_notes.note_defect(
        call.node, DefectClass::call_ordering, call.site,
        fmt::format("not only the main thread of a parallel region may make this call, but {} has asked for {}",
                    call_text("MPI_Init", state.init_site), name_of_thread_level(state.requested_thread_level)),
        {{call.node.id(), state.init_site}});
  } else if (process.mode().first_possibly_concurrent_mpi_call != nullptr) {
    process.mode().first_possibly_concurrent_mpi_call->record_text_if_first(
        fmt::format("{} is made in a parallel region of OpenMP, and what its threads do at once was not looked at",
                    call_text(call.function_name, call.site)));
  }
}

}  // namespace

std::string text_of_number(std::int64_t number) {
  if (number == MPI_UNDEFINED) return fmt::format("MPI_UNDEFINED ({})", number);
  if (number == kUndefinedStatusField)
    return fmt::format("{} (from the undefined status of a test or probe that found nothing)", number);
  return fmt::format("{}", number);
}

void check_array_bounds(const Call& call, const void* array, std::size_t bytes, const char* what) {
  if (!call.state.history || bytes == 0) return;
  const std::string fault = call.process.text_of_memory_misuse({static_cast<const std::byte*>(array), bytes});
  if (!fault.empty()) fail(DefectClass::memory, MPI_ERR_ARG, "{}: {}", what, fault);
}

int detail::run_mpi_function(const NamedCall& place, PermittedCallTime when, void (*work)(void* what, Call& call),
                             void* what) {
  Process& process = *t_process;
  process.last_call = CallSite(place);
  process.has_place_of_current_call = true;
  std::optional<ErrorDelivery> raised;
  const int program_errno = errno;
  run_as_emulator_code(process, [&](Process& p) {
    Call call(p, p.communication_interface_state<MpiProgramState>(), p.last_call, place.name);
    call.program_errno = program_errno;
    // the error, which is handled after the catch clauses because its handling may let other nodes run
    std::optional<CallError> failed;
    try {
      record_last_call(call, true);
      note_defects_since_last_call(call);
      check_call_is_allowed_now(call, when);
      check_calling_threads(call);
      if (call.state.has_held_back_accumulates && !can_accumulates_stay_held_back_in_call(call.function_name))
        send_held_accumulates(call.node, call.state);
      work(what, call);
      note_synchronising_collective_end(call);
      record_last_call(call, false);
      return;
    } catch (const CallError& error) {
      failed = error;
    } catch (const TooLongMessage& error) {
      failed = CallError{MPI_ERR_TRUNCATE, error.message_and_buffer_size_text(), error.defect()};
    } catch (const Error& error) {
      if (!should_call_error_handler(call, error)) {
        if (error.defect()) call.process.defect_notes.note_defect(call.node, *error.defect(), call.site, error.what());
        record_that_run_failed(call);
        throw;
      }
      failed = CallError{MPI_ERR_BUFFER, error.what(), error.defect()};
    }
    raised = when == PermittedCallTime::tool_function_at_any_time ? ErrorDelivery{failed->code}
                                                                  : handle_error(call, *failed);
    record_last_call(call, false);
  });
  if (!raised) return MPI_SUCCESS;
  raised->call_error_handler();
  return raised->code;
}

}  // namespace switchyard::mpi
