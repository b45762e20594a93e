#include "bench/sweep/shared_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <deque>
#include <exception>
#include <new>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::sweep {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kToDesk = 10, kFromDesk = 11;  // tags of messages to and from the first rank's desk
// A message to the desk, which hands out the runs of the sweep, begins with one of these letters and a number.
constexpr char kAsk = 'a';  // the rank asks for runs; number: how many it wants
constexpr char kRow = 'r';  // a run has ended; number: its cell; next line: whether the row is usable, and then the row
constexpr char kFailed = 'f';  // a run has failed; number: its cell; next line: the exit code, and then the error
constexpr char kEnd = 'e';     // the rank has ended

constexpr auto kBatchTime = 50ms;
constexpr std::uint64_t kLargestBatch = 256;
constexpr std::chrono::microseconds kDeskSleep{1000}, kRankSleep{100};

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string_view line_of(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Returns the exit code and the text of the exception that is being handled.
std::pair<ExitCode, std::string> current_error() {
  try {
    throw;
  } catch (const Error& error) {
    return {error.exit_code(), error.what()};
  } catch (const std::bad_alloc&) {
    return {ExitCode::failed, "not enough memory; use fewer jobs or smaller messages"};
  } catch (const std::exception& error) {
    return {ExitCode::failed, error.what()};
  }
}

/// The runs that the first rank has handed out to this rank and that this rank has not begun. All threads of the rank
/// use it.
class LocalRunQueue {
 public:
  LocalRunQueue(RankJob& job, std::uint64_t jobs) : job_(job), jobs_(jobs) {}

  /// Returns the number of the next run to be carried out, if necessary after a message to the first rank; nothing when
  /// no run is left or a stop is requested.
  std::optional<std::uint64_t> next(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      {
        const std::lock_guard lock(mutex_);
        refill();
        if (!cells_.empty()) {
          const std::uint64_t cell = cells_.front();
          cells_.pop_front();
          return cell;
        }
        if (is_over_) return std::nullopt;
      }
      std::this_thread::sleep_for(kRankSleep);
    }
    return std::nullopt;
  }

  /// Notes how long a run has taken, from which the size of the next batch follows.
  void note(Clock::duration time) {
    const std::lock_guard lock(mutex_);
    mean_ = runs_++ == 0 ? time : (7 * mean_ + time) / 8;
  }

 private:
  void refill() {
    if (asked_) {
      if (const auto answer = job_.take(kFromDesk)) {
        asked_ = false;
        std::istringstream cells(answer->text);
        is_over_ = answer->text.empty();
        for (std::uint64_t cell = 0; cells >> cell;) cells_.push_back(cell);
      }
    }
    if (asked_ || is_over_ || cells_.size() > wanted() / 2) return;
    job_.send(0, kToDesk, fmt::format("{}{}", kAsk, wanted()));
    asked_ = true;
  }
  std::uint64_t wanted() const {
    if (mean_ <= Clock::duration::zero()) return jobs_;
    return std::clamp<std::uint64_t>(jobs_ * static_cast<std::uint64_t>(kBatchTime / mean_), jobs_, kLargestBatch);
  }

  RankJob& job_;
  const std::uint64_t jobs_;
  std::mutex mutex_;  // guards the members below
  std::deque<std::uint64_t> cells_;
  bool asked_ = false, is_over_ = false;
  Clock::duration mean_{};  ///< the time of a run, with more weight on the last ones
  std::uint64_t runs_ = 0;
};

/// Carries out one run, and returns the message to the first rank about it: its row, or its error.
std::string message_about(CellRuns& runs, std::uint64_t cell) {
  try {
    const ResultRow row = runs.row_of(cell);
    return fmt::format("{}{}\n{}\n{}", kRow, cell, !row.pace || row.pace->usable() ? 1 : 0, to_csv(row));
  } catch (...) {  // the first rank reports it
    const auto [code, text] = current_error();
    return fmt::format("{}{}\n{}\n{}", kFailed, cell, static_cast<int>(code), text);
  }
}

}  // namespace

void RunDistributor::carry_out(const std::stop_token& stop) {
  std::thread desk([&] { serve(stop); });
  run_.carry_out(stop);
  desk.join();
}

void RunDistributor::serve(const std::stop_token& stop) {
  while (ended_ + 1 < job_.ranks() && !stop.stop_requested()) {
    if (const auto message = job_.take(kToDesk)) {
      answer(*message);
    } else {
      std::this_thread::sleep_for(kDeskSleep);
    }
  }
}

void RunDistributor::answer(const RankMessage& message) {
  std::string_view rest = message.text;
  const std::string_view first = line_of(rest);
  const std::uint64_t number = number_in(first.substr(1));
  switch (first.front()) {
    case kAsk:
      return hand_out(message.from, number);
    case kRow:
      take_back(number);
      return run_.add(std::string(rest.substr(2)), rest.front() == '1');
    case kFailed: {
      take_back(number);
      const auto code = static_cast<ExitCode>(number_in(line_of(rest)));
      return run_.add_failure(number, std::make_exception_ptr(Error(std::string(rest), code)));
    }
    case kEnd:
      ++ended_;
  }
}

void RunDistributor::hand_out(std::uint32_t rank, std::uint64_t wanted) {
  std::string cells;
  for (std::uint64_t left = batch_for(wanted); left > 0; --left) {
    const auto cell = run_.take();
    if (!cell) break;
    const std::lock_guard lock(mutex_);
    handed_out_.insert(*cell);
    cells += fmt::format("{} ", *cell);
  }
  job_.send(rank, kFromDesk, std::move(cells));
}

/// Returns how many runs a rank gets that asks for `wanted`. Towards the end of the sweep, it gets no more than half of
/// its share of the runs that are left.
std::uint64_t RunDistributor::batch_for(std::uint64_t wanted) const {
  return std::clamp<std::uint64_t>(run_.left() / (2 * std::uint64_t{job_.ranks()}), 1,
                                   std::max<std::uint64_t>(wanted, 1));
}

void RunDistributor::take_back(std::uint64_t cell) {
  const std::lock_guard lock(mutex_);
  handed_out_.erase(cell);
}

std::set<std::uint64_t> RunDistributor::handed_out() const {
  const std::lock_guard lock(mutex_);
  return handed_out_;
}

void help_with_sweep(const SweepPlan& plan, std::uint64_t jobs, RankJob& job, const std::stop_token& stop) {
  const std::uint64_t at_once = jobs_within(plan, jobs);
  CellRuns runs(plan);
  LocalRunQueue ration(job, at_once);
  parallel_runs(at_once, at_once, [&](std::uint64_t /*job*/) {
    while (const auto cell = ration.next(stop)) {
      const auto begin = Clock::now();
      job.send(0, kToDesk, message_about(runs, *cell));
      ration.note(Clock::now() - begin);
    }
  });
  job.send(0, kToDesk, std::string(1, kEnd));
  if (!stop.stop_requested()) job.flush();
}

}  // namespace switchyard::sweep
