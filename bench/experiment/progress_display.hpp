#pragma once
/// \file progress_display.hpp
/// Shows a waiting person the progress: a bar that stays on one line of a terminal, or a line now and then.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>

namespace switchyard {

enum class ProgressStyle { silent, lines, bar };

/// Returns the style: a bar if standard error is a terminal, lines if not, silent if the user asks for that.
ProgressStyle progress_style_of_standard_error(bool quiet = false);

/// Work that takes less time than this shows no progress.
inline constexpr std::chrono::seconds kProgressPatience{2};

/// How far a job is. Whatever is not known stays empty.
struct Progress {
  double fraction = 0;         ///< 0 to 1; 0 means that it is not known
  std::uint64_t done = 0;      ///< number of items that are done
  const char* what = nullptr;  ///< what the items are, such as "runs"
  /// time at which the job ends, counted from its beginning, if it is not done by then
  std::optional<std::chrono::seconds> limit = std::nullopt;
};

/// Shows the progress of one job at a time. Any thread may use it.
class ProgressDisplay {
 public:
  /// Nothing is shown while all jobs together have taken less than `patience`.
  ProgressDisplay(std::ostream& out, ProgressStyle style, std::chrono::seconds patience = std::chrono::seconds{0})
      : out_(out), style_(style), patience_(patience) {}

  /// Begins a job; `name` describes it, such as "wangranka.cost (2 of 4)".
  void begin(std::string name);
  /// Gives the job another name, which does not change its beginning.
  void rename(std::string name);
  /// Shows the progress. If all in all it takes over a minute, a line that stays says so once.
  void show(const Progress& progress);
  /// Shows again what is known, with the time that has passed: to be called now and then while a job says nothing.
  void tick();
  /// Ends the job, and prints one line with the time that it took unless all is within the patience.
  void done();
  /// Removes the progress bar from the terminal, and shows nothing from now on.
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due(Clock::time_point now) const;
  void show_now(Clock::time_point now);
  void print_estimate(Clock::duration passed);
  void print(const std::string& text);

  std::mutex mutex_;  // guards the members below
  std::ostream& out_;
  ProgressStyle style_;
  std::chrono::seconds patience_;
  std::string name_;
  Progress progress_;
  std::optional<Clock::time_point> first_;  ///< when the first job began
  Clock::time_point began_;
  std::optional<Clock::time_point> shown_;  ///< when the progress of this job was shown last
  bool is_under_way_ = false;               ///< whether a job has begun and is not done
  bool is_estimated_ = false;               ///< whether the estimate of this job has been printed
};

/// Returns a bar, such as "wangranka.cost (2 of 4)  [#####...............]  25 %, 1:05 left, 523 runs/s". If the
/// fraction is not known: "ring on 4 nodes  0:24, 12552 runs, 523 runs/s, at most 0:36 left".
std::string bar_text(const std::string& name, const Progress& progress, std::chrono::duration<double> passed);
/// Returns the same without a bar, such as "wangranka.cost (2 of 4): 25 %, 1:05 left, 523 runs/s".
std::string line_text(const std::string& name, const Progress& progress, std::chrono::duration<double> passed);
/// Returns how long a job takes in all if that is over a minute, such as "wangranka.cost: about 3 minutes in all"; an
/// empty text if it is not, or is not known.
std::string estimate_text(const std::string& name, const Progress& progress, std::chrono::duration<double> passed);
/// Estimates the time that is left at the present speed. Needs: a fraction above 0.
std::chrono::seconds time_left(std::chrono::duration<double> passed, double fraction);

}  // namespace switchyard
