/// \file verify_apart.cpp
/// Carries out a whole verification in one child process, so that the cost of starting processes is negligible.

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <string>

#include "runtime/stress/child_process.hpp"
#include "runtime/verify/verify.hpp"

#include "runtime/verify/setting_search.hpp"

namespace switchyard {
namespace {

using Clock = std::chrono::steady_clock;

/// The number of runs that the child process has begun, in memory shared with its parent.
struct BegunRunCount {
  std::atomic<std::uint64_t> begun_runs{0};
};

/// Watches a child process until it has sent its verdict, has ended, or has spent too long in one
/// run.
class ChildProcessVerdictWaiter {
 public:
  ChildProcessVerdictWaiter(ChildProcess& child, const BegunRunCount& begun, const VerifyLimits& limits)
      : child_(child), begun_run_count_(begun) {
    // A run ends by itself at its limit of host time. If a node cannot be interrupted, or the search takes very long
    // for the calls of a run, the child must be killed from outside, after the longer time `overlong_run_time_`.
    overlong_run_time_ = 2 * limits.run_time + std::chrono::seconds{1};
  }

  /// Waits until the child process has sent its verdict or has ended. Returns false if one run of the child takes so
  /// long that the child must be killed from outside.
  bool wait_for_verdict_or_child_end(std::string& verdict, const std::function<void(std::uint64_t)>& progress) {
    constexpr std::chrono::milliseconds kBetween{200};
    for (;;) {
      const ChildProcess::WaitResult heard = child_.wait_for_record(verdict, kBetween);
      if (heard == ChildProcess::WaitResult::one_record_received) wait_for_end_of_child();
      if (heard != ChildProcess::WaitResult::no_record_yet) return true;
      const std::uint64_t runs = begun_run_count_.begun_runs.load();
      if (runs != seen_run_count_) {
        seen_run_count_ = runs;
        current_run_begin_ = Clock::now();
        if (progress) progress(runs);
      }
      if (Clock::now() - current_run_begin_ > overlong_run_time_) return false;
    }
  }

 private:
  /// Waits until the child has ended by itself, which it does after sending its verdict.
  void wait_for_end_of_child() {
    std::string more;
    while (child_.wait_for_record(more) == ChildProcess::WaitResult::one_record_received) {
    }
  }

  ChildProcess& child_;
  const BegunRunCount& begun_run_count_;
  Duration overlong_run_time_{};
  std::uint64_t seen_run_count_ = 0;
  Clock::time_point current_run_begin_ = Clock::now();
};

Verdict verdict_on_endless_run(const VerifyLimits& limits) {
  Verdict verdict;
  verdict.text = fmt::format(
      "a run does not end, or its calls are too many to be looked through, within {:g} s of the host's time",
      std::chrono::duration<double>(2 * limits.run_time).count());
  return verdict;
}

Verdict verdict_on_crash(const std::string& how) {
  Verdict verdict;
  verdict.kind = Verdict::Kind::wrong;
  verdict.defect = DefectClass::memory;
  verdict.code = ExitCode::failed;
  verdict.text = "the program crashed: " + how;
  return verdict;
}

}  // namespace

Verdict verify(const VerifySubject& subject, const VerifyLimits& limits,
               const std::function<void(std::uint64_t runs)>& progress) {
  const auto begin = Clock::now();
  const ValueSharedWithChildProcesses<BegunRunCount> begun;
  ChildProcess child([&](const RecordSink& sink) {
    sink.send(verdict_json(verify_in_this_process(subject, limits, [&] { begun->begun_runs.fetch_add(1); })));
  });
  std::string said;
  const bool ends = ChildProcessVerdictWaiter(child, *begun, limits).wait_for_verdict_or_child_end(said, progress);
  const auto how = child.wait_for_child_end();
  Verdict verdict = !ends ? verdict_on_endless_run(limits) : how ? verdict_on_crash(*how) : read_verdict(said);
  if (verdict.settings.empty())
    verdict.settings.push_back({.name = ends ? "until the crash" : "until then", .orders = begun->begun_runs.load()});
  verdict.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return verdict;
}

}  // namespace switchyard
