/// \file signals.cpp
/// Provides signal, sigaction and raise. A program may set actions for signals, which are stored for each node's
/// process. A node gets only signals that it raises itself: a crash ends the run with a report instead of calling the
/// program's handler, and a signal that interrupts the emulator interrupts the whole run.

#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

using SignalHandler = void (*)(int);

struct sigaction* signal_action_of(int signal) {
  Process& process = *t_process;
  const EmulatorCodeScope host(process);  // so that an action is not kept in the program's memory
  if (signal > 0 && signal < NSIG) return &process.signals.actions[signal];
  errno = EINVAL;
  return nullptr;
}

SignalHandler set_signal_handler(int signal, SignalHandler handler) {
  struct sigaction* const action = signal_action_of(signal);
  if (action == nullptr || signal == SIGKILL || signal == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  const SignalHandler before = action->sa_handler;
  *action = {};
  action->sa_handler = handler;
  return before;
}

int set_signal_action(int signal, const struct sigaction* action, struct sigaction* before) {
  struct sigaction* const own = signal_action_of(signal);
  if (own == nullptr || (action != nullptr && (signal == SIGKILL || signal == SIGSTOP))) {
    errno = EINVAL;
    return -1;
  }
  const struct sigaction old = *own;
  if (action != nullptr) *own = *action;
  if (before != nullptr) *before = old;
  return 0;
}

int set_blocked_signals(int how, const sigset_t* signals, sigset_t* before) {
  sigset_t& blocked = t_process->signals.blocked_signals;
  const sigset_t old = blocked;
  if (signals != nullptr) {
    if (how == SIG_BLOCK) {
      sigorset(&blocked, &old, signals);
    } else if (how == SIG_SETMASK) {
      blocked = *signals;
    } else {
      for (int signal = 1; signal < NSIG; ++signal) {
        if (sigismember(signals, signal) == 1) sigdelset(&blocked, signal);
      }
    }
  }
  if (before != nullptr) *before = old;
  return 0;
}
int set_blocked_signals_of_thread(int how, const sigset_t* signals, sigset_t* before) {
  return set_blocked_signals(how, signals, before);
}

/// Carries out raise: runs the action that the program has set for the signal. Without an action, the signal ends the
/// program or is ignored, depending on the signal.
int raise_signal(int signal) {
  struct sigaction* const action = signal_action_of(signal);
  if (action == nullptr) return -1;
  const struct sigaction now = *action;
  if ((now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_IGN) return 0;
  if ((now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler != SIG_DFL) {
    if ((static_cast<unsigned>(now.sa_flags) & static_cast<unsigned>(SA_RESETHAND)) != 0) *action = {};
    siginfo_t info{};
    info.si_signo = signal;
    if ((now.sa_flags & SA_SIGINFO) != 0) {
      now.sa_sigaction(signal, &info, nullptr);
    } else {
      now.sa_handler(signal);
    }
    return 0;
  }
  if (signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT) return 0;
  t_process->crash_signal = signal;
  t_process->leave_program(ComputationEnd::crashed);
}

/// Carries out kill: sends a signal to the calling process itself. No other process is visible to it.
int send_signal(pid_t process, int signal) {
  if (process == 1000 + static_cast<pid_t>(index(t_process->node().id())) || process == 0) {
    return signal == 0 ? 0 : raise_signal(signal);
  }
  errno = ESRCH;
  return -1;
}

const SymbolBinding kSignalBindings[] = {
    SymbolBinding::make_function_binding("signal", set_signal_handler),
    SymbolBinding::make_function_binding("bsd_signal", set_signal_handler),
    SymbolBinding::make_function_binding("ssignal", set_signal_handler),
    SymbolBinding::make_function_binding("sysv_signal", set_signal_handler),
    SymbolBinding::make_function_binding("__sysv_signal", set_signal_handler),
    SymbolBinding::make_function_binding("sigset", set_signal_handler),
    SymbolBinding::make_function_binding("sigaction", set_signal_action),
    SymbolBinding::make_function_binding("sigprocmask", set_blocked_signals),
    SymbolBinding::make_function_binding("pthread_sigmask", set_blocked_signals_of_thread),
    SymbolBinding::make_function_binding("raise", raise_signal),
    SymbolBinding::make_function_binding("gsignal", raise_signal),
    SymbolBinding::make_function_binding("kill", send_signal),
};

}  // namespace

SymbolBindings signal_bindings() { return kSignalBindings; }

}  // namespace switchyard
