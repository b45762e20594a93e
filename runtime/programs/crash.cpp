#include "runtime/programs/crash.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>

#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct sigaction& before(int signal) {
  static std::array<struct sigaction, NSIG> actions;
  return actions[static_cast<std::size_t>(signal)];
}

/// Not a program's crash: what was there before takes the signal.
void pass_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& old = before(signal);
  if ((old.sa_flags & SA_SIGINFO) != 0) return old.sa_sigaction(signal, info, context);
  if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) return old.sa_handler(signal);
  sigaction(signal, &old, nullptr);
  raise(signal);
}

void handle(int signal, siginfo_t* info, void* context) {
  Process* const process = t_process;
  if (process == nullptr) return pass_on(signal, info, context);
  process->signal = signal;
  process->leave(Ending::crashed);
}

void install() {
  for (const int signal : kCrashes) {
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // the handler is left, and not returned from
    sigaction(signal, &action, &before(signal));
  }
}

/// Where handlers run, as the program's own stack may be full. One a thread, unless it has one.
class SignalStack {
 public:
  SignalStack() {
    stack_t old{};
    sigaltstack(nullptr, &old);
    if ((old.ss_flags & SS_DISABLE) == 0) return;
    room_ = std::make_unique<char[]>(kBytes);
    stack_t ours{};
    ours.ss_sp = room_.get();
    ours.ss_size = kBytes;
    sigaltstack(&ours, nullptr);
  }
  ~SignalStack() {
    if (!room_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  static constexpr std::size_t kBytes = 64 * 1024;
  std::unique_ptr<char[]> room_;
};

}  // namespace

CrashGuard::CrashGuard() {
  static std::once_flag once;
  std::call_once(once, install);
  thread_local const SignalStack stack;
}

std::string signal_text(int signal) {
  return fmt::format("SIG{} ({})", sigabbrev_np(signal) == nullptr ? "?" : sigabbrev_np(signal), strsignal(signal));
}

}  // namespace switchyard
