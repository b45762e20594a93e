#include "runtime/programs/mpi/call.hpp"

#include "runtime/call_text.hpp"
#include "runtime/misuse.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

/// What the program gets of an error, unless that ends the run.
struct Raised {
  int code = MPI_SUCCESS;
  MPI_Comm_errhandler_function* handler = nullptr;
  MPI_Comm comm = MPI_COMM_NULL;
};

std::string text_of_comm(MPI_Comm handle, const Communicator& comm) {
  const std::string name =
      comm.name.empty() ? fmt::format("communicator {}", HandleNumber::of(handle).place) : comm.name;
  return fmt::format("rank {} of {}", comm.rank(), name);
}

[[noreturn]] void end_run(const Call& call, const CallError& error, const std::string& who) {
  throw misuse(call.name, call.site, fmt::format("{}{} ({})", who, error.text, name_of_error(error.code)));
}

/// Errors outside of MPI_Init and MPI_Finalize are fatal.
Raised raise(Call& call, const CallError& error) {
  const CommunicatorPtr* found = call.state.communicators.find(call.comm);
  if (call.state.phase != State::Phase::running || found == nullptr || *found == nullptr) end_run(call, error, "");
  const Communicator& comm = **found;
  const ErrorHandler::Kind kind =
      comm.error_handler == nullptr ? ErrorHandler::Kind::are_fatal : comm.error_handler->kind;
  if (kind == ErrorHandler::Kind::are_fatal) end_run(call, error, text_of_comm(call.comm, comm) + ": ");
  if (kind == ErrorHandler::Kind::return_codes) return {error.code};
  return {error.code, comm.error_handler->function, call.comm};
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
  if (raised.handler != nullptr) raised.handler(&raised.comm, &raised.code);
  return raised.code;
}

}  // namespace switchyard::mpi
