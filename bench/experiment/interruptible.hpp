#pragma once
/// \file interruptible.hpp
/// Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM and SIGHUP. Long work ends without losing what is
/// done, and nothing leaves temporary files behind.

#include <array>
#include <csignal>
#include <functional>
#include <stop_token>

#include "runtime/error.hpp"

namespace switchyard {

/// The signals that end the program; all code that handles such signals uses this list.
inline constexpr std::array<int, 3> kEndingSignals{SIGINT, SIGTERM, SIGHUP};

/// How a computation of this program has ended: by itself, or because a signal asked it to end.
class ComputationEnd {
 public:
  static constexpr ComputationEnd finished() noexcept { return ComputationEnd(0); }
  static constexpr ComputationEnd from_signal(int signal) noexcept { return ComputationEnd(signal); }
  constexpr bool is_interrupted() const noexcept { return signal_ != 0; }
  /// Returns the exit code of the process: 130, 143 or 129 after SIGINT, SIGTERM or SIGHUP, as shells have it, or
  /// ExitCode::done if the work has finished by itself.
  constexpr ExitCode exit_code() const noexcept {
    return is_interrupted() ? static_cast<ExitCode>(128 + signal_) : ExitCode::done;
  }

 private:
  explicit constexpr ComputationEnd(int signal) noexcept : signal_(signal) {}
  int signal_;
};

/// Returns whether this exit code is that of a process which a signal has ended.
constexpr bool is_interrupted(ExitCode code) noexcept { return static_cast<int>(code) > 128; }

/// Runs `work` on a thread of its own, and calls `tick`, if given, a few times a second in the meantime. When an ending
/// signal comes, it asks `work` to stop through the stop token, and returns when `work` has returned or after half a
/// second, as a single run cannot be stopped. In the latter case `work` is still running: it must own all that it uses,
/// and the process has to end without destroying shared objects. A second signal ends the process at once.
///
/// SIGTERM and SIGHUP stay ignored if they were ignored before the call, as SIGHUP is under nohup. SIGINT is handled
/// even then, as scripts ignore it in all their background jobs.
///
/// Throws what `work` has thrown, unless a signal has come. Main thread only; no other thread may have been started.
ComputationEnd run_interruptibly(std::function<void(std::stop_token)> work, const std::function<void()>& tick = {});

/// Sets up the handlers of the ending signals (SIGINT, SIGTERM, SIGHUP). From this call on,
/// outside of run_interruptibly(), such a signal ends the process at once unless it is ignored.
/// The process then removes its temporary files, prints one line on standard error, and has an
/// exit code of Ending.
void install_ending_signal_handlers();

/// From this call on, an exception that nobody can catch ends the process with exit code 1 and one line on standard
/// error, instead of an abort; temporary files are removed. An example is a library that cannot start one of its
/// threads.
void set_uncaught_exception_handler();

}  // namespace switchyard
