#include "runtime/programs/mpi/call.hpp"

#include "runtime/call_text.hpp"
#include "runtime/misuse.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

/// What the program gets of an error, unless that ends the run.
struct Raised {
  int code = MPI_SUCCESS;
  ErrorHandlerPtr handler = nullptr;  ///< of the program's own; null: it has none, or has it for no errors
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Win win = MPI_WIN_NULL;  ///< not null: the handler is this window's

  void call_handler() {
    if (handler == nullptr) return;
    if (win != MPI_WIN_NULL) {
      handler->window_function(&win, &code);
    } else {
      handler->function(&comm, &code);
    }
  }
};

std::string text_of_comm(MPI_Comm handle, const Communicator& comm) {
  const std::string name =
      comm.name.empty() ? fmt::format("communicator {}", HandleNumber::of(handle).place) : comm.name;
  return fmt::format("rank {} of {}", comm.rank(), name);
}

std::string text_of_window(MPI_Win handle, const Window& window) {
  const std::string name = window.name.empty() ? fmt::format("window {}", HandleNumber::of(handle).place) : window.name;
  return fmt::format("rank {} of {}", window.comm->rank(), name);
}

[[noreturn]] void end_run(const Call& call, const CallError& error, const std::string& who) {
  throw misuse(call.name, call.site, fmt::format("{}{} ({})", who, error.text, name_of_error(error.code)));
}

/// `who`: the object whose handler it is.
Raised raise_by(const ErrorHandlerPtr& handler, const Call& call, const CallError& error, const std::string& who) {
  const ErrorHandler::Kind kind = handler == nullptr ? ErrorHandler::Kind::are_fatal : handler->kind;
  if (kind == ErrorHandler::Kind::are_fatal) end_run(call, error, who + ": ");
  if (kind == ErrorHandler::Kind::return_codes) return {.code = error.code};
  return {error.code, handler, call.comm, call.win};
}

/// Errors outside of MPI_Init and MPI_Finalize are fatal.
Raised raise(const Call& call, const CallError& error) {
  if (call.state.phase != State::Phase::running) end_run(call, error, "");
  if (const WindowPtr* window = call.state.windows.find(call.win))
    return raise_by((*window)->error_handler, call, error, text_of_window(call.win, **window));
  const CommunicatorPtr* comm = call.state.communicators.find(call.comm);
  if (comm == nullptr || *comm == nullptr) end_run(call, error, "");
  return raise_by((*comm)->error_handler, call, error, text_of_comm(call.comm, **comm));
}

void check_phase(const State& state, When when) {
  if (when == When::any_time || state.phase == State::Phase::running) return;
  if (state.phase == State::Phase::before_init) fail(MPI_ERR_OTHER, "the program has not called MPI_Init yet");
  fail(MPI_ERR_OTHER, "the program has called {} before", call_text("MPI_Finalize", state.finalize_site));
}

}  // namespace

int detail::enter(const NamedCall& place, When when, void (*work)(void* what, Call& call), void* what) {
  Process& process = *t_process;
  process.last_call = CallSite(place);
  process.is_noted = true;
  Raised raised = in_host(process, [&](Process& p) {
    Call call{
        .process = p, .node = p.node(), .state = p.interface_state<State>(), .site = p.last_call, .name = place.name};
    try {
      check_phase(call.state, when);
      work(what, call);
      return Raised{};
    } catch (const CallError& error) {
      return raise(call, error);
    }
  });
  raised.call_handler();
  return raised.code;
}

}  // namespace switchyard::mpi
