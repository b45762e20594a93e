#pragma once
/// \file interruptible.hpp
/// Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM and SIGHUP. A long computation then ends without
/// losing its finished results, and no temporary files are left behind.

#include <array>
#include <csignal>
#include <functional>
#include <stop_token>

#include "runtime/error.hpp"

namespace switchyard {

/// The signals that end the program; all code that handles such signals uses this list.
inline constexpr std::array<int, 3> kEndingSignals{SIGINT, SIGTERM, SIGHUP};

/// How a computation of this program has ended: by itself, or early because a signal asked it to end.
class ComputationEnd {
 public:
  static constexpr ComputationEnd finished() noexcept { return ComputationEnd(0); }
  static constexpr ComputationEnd interrupted_by_signal(int signal) noexcept { return ComputationEnd(signal); }
  constexpr bool is_interrupted() const noexcept { return ending_signal_ != 0; }
  /// Returns the exit code that the process should have: 130, 143 or 129 after SIGINT, SIGTERM or SIGHUP, as is usual
  /// in shells, or ExitCode::done if the computation has finished by itself.
  constexpr ExitCode exit_code() const noexcept {
    return is_interrupted() ? static_cast<ExitCode>(128 + ending_signal_) : ExitCode::done;
  }

 private:
  explicit constexpr ComputationEnd(int signal) noexcept : ending_signal_(signal) {}
  int ending_signal_;
};

/// Returns whether `code` is the exit code of a process that a signal has ended.
constexpr bool is_interruption_exit_code(ExitCode code) noexcept { return static_cast<int>(code) > 128; }

/// Runs `work` on a thread of its own, and calls `tick`, if given, a few times a second in the meantime. When one of
/// the ending signals (SIGINT, SIGTERM, SIGHUP) comes, the function asks `work` through the stop token to stop. It then
/// waits at most half a second for `work` to return, because a single run of an experiment cannot be stopped. If `work`
/// is still running when the function returns, the process has to end without destroying objects that `work` uses; so
/// `work` must own all that it uses. A second signal ends the process at once.
///
/// SIGTERM and SIGHUP stay ignored if they were ignored before the call, as SIGHUP is under nohup. SIGINT is handled
/// even if it was ignored, as shell scripts ignore it in all their background jobs.
///
/// Throws what `work` has thrown, unless a signal has come. Main thread only; no other thread may have been started.
ComputationEnd run_interruptibly(std::function<void(std::stop_token)> work, const std::function<void()>& tick = {});

/// Sets up the handlers of the ending signals (SIGINT, SIGTERM, SIGHUP). From this call on, outside of
/// run_interruptibly(), such a signal ends the process at once unless it is ignored. The process then removes its
/// temporary files, prints one line on standard error, and ends with the exit code of ComputationEnd::exit_code().
void install_termination_signal_handlers();

/// Makes exceptions that no code catches end the process, from this call on, with exit code 1 and one line on standard
/// error, instead of an abort; temporary files are removed. An exception can remain uncaught, for example, if a library
/// cannot start one of its threads.
void set_uncaught_exception_handler();

}  // namespace switchyard
