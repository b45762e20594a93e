/// \file signals.cpp
/// Provides signal, sigaction, sigaltstack and raise. A program may set actions for signals, which are stored for each
/// node's process. A node gets only signals that its program raises itself: a crash ends the run with a report instead
/// of calling the program's handler, and a signal that interrupts the emulator interrupts the whole run.
///
/// Programs set alarms that would end them if they took too long. Such an alarm never comes, as a run has limits of its
/// own, and a deadlock is reported. A program that waits for an alarm to call its handler is refused.

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/clock.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/refused.hpp"

namespace switchyard {
namespace {

using SignalHandler = void (*)(int);

struct sigaction* signal_action_of(int signal) {
  Process& process = *t_process;
  // As long as this scope exists, memory comes from the host instead of the program's heap, so that the signal actions
  // are not kept in the latter.
  const EmulatorCodeScope host(process);
  if (signal > 0 && signal < NSIG) return &process.signal_handling_state.action_by_signal_number[signal];
  errno = EINVAL;
  return nullptr;
}

bool has_handler(const struct sigaction& action) {
  const bool gets_information = (action.sa_flags & SA_SIGINFO) != 0;
  return gets_information || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

/// Refuses the program's call if it has both set an alarm and a handler for SIGALRM, because alarms never come.
void refuse_alarm_with_signal_handler() {
  const ProcessSignals& signals = t_process->signal_handling_state;
  if (!signals.alarm_time) return;
  const auto action = signals.action_by_signal_number.find(SIGALRM);
  if (action != signals.action_by_signal_number.end() && has_handler(action->second))
    refuse_call("alarm", kNoSignalReason);
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
  refuse_alarm_with_signal_handler();
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
  refuse_alarm_with_signal_handler();
  if (before != nullptr) *before = old;
  return 0;
}

int set_blocked_signals(int how, const sigset_t* signals, sigset_t* before) {
  sigset_t& blocked = t_process->signal_handling_state.blocked_signals;
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

/// Carries out sigaltstack, which is only recorded: the thread keeps the signal stack on which the emulator's own
/// handlers run, and handlers of the program run on the stack of the code that raises their signal.
int set_alternate_stack(const stack_t* stack, stack_t* before) {
  stack_t& own = t_process->signal_handling_state.alternate_stack;
  const stack_t old = own;
  if (stack != nullptr) {
    const bool is_disabled = stack->ss_flags == SS_DISABLE;
    if (!is_disabled && stack->ss_flags != 0 && stack->ss_flags != SS_ONSTACK) {
      errno = EINVAL;
      return -1;
    }
    if (!is_disabled && stack->ss_size < static_cast<std::size_t>(MINSIGSTKSZ)) {
      errno = ENOMEM;
      return -1;
    }
    own = is_disabled ? stack_t{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0}
                      : stack_t{.ss_sp = stack->ss_sp, .ss_flags = 0, .ss_size = stack->ss_size};
  }
  if (before != nullptr) *before = old;
  return 0;
}

/// Carries out raise: runs the action that the program has set for the signal. If it has set none, the signal ends the
/// program or is ignored, depending on the signal.
int raise_signal(int signal) {
  struct sigaction* const action = signal_action_of(signal);
  if (action == nullptr) return -1;
  const struct sigaction now = *action;
  if ((now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_IGN) return 0;
  if (has_handler(now)) {
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

/// Carries out kill: the program can send a signal only to itself, because no other process is visible to it.
int send_signal(pid_t process, int signal) {
  if (process == 1000 + static_cast<pid_t>(index(t_process->node().id())) || process == 0) {
    return signal == 0 ? 0 : raise_signal(signal);
  }
  errno = ESRCH;
  return -1;
}

/// Carries out alarm: returns the number of seconds after which the alarm that was set before would have come.
unsigned set_alarm(unsigned delay) {
  using std::chrono::seconds;
  const Duration now = read_program_clock(*t_process, {"alarm", __builtin_return_address(0)});
  std::optional<Duration>& alarm = t_process->signal_handling_state.alarm_time;
  const Duration rest = alarm && *alarm > now ? *alarm - now : Duration{};
  alarm = delay > 0 ? std::optional<Duration>(now + seconds(delay)) : std::nullopt;
  refuse_alarm_with_signal_handler();
  return static_cast<unsigned>(std::chrono::ceil<seconds>(rest).count());
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
    SymbolBinding::make_function_binding("sigaltstack", set_alternate_stack),
    SymbolBinding::make_function_binding("raise", raise_signal),
    SymbolBinding::make_function_binding("gsignal", raise_signal),
    SymbolBinding::make_function_binding("kill", send_signal),
    SymbolBinding::make_function_binding("alarm", set_alarm),
};

}  // namespace

SymbolBindings signal_bindings() { return kSignalBindings; }

}  // namespace switchyard
