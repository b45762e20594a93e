#pragma once
/// \file progress_display.hpp
/// Shows the progress of long work on standard error: as a bar that stays on one line of a
/// terminal, or as a line now and then.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>

namespace switchyard {

enum class ProgressStyle { no_progress, lines, bar };

/// Returns the style of the progress display: a bar if standard error is a terminal, lines if not,
/// silent if the user asks for quiet.
ProgressStyle progress_style_of_standard_error(bool quiet = false);

/// The time for which work must have run before its progress is shown.
inline constexpr std::chrono::seconds kProgressPatience{2};

/// The progress of a job. Fields with unknown values keep their defaults.
struct Progress {
  double fraction = 0;         ///< fraction of the job that is done, 0 to 1; 0 if it is not known
  std::uint64_t done = 0;      ///< number of items that are done
  const char* what = nullptr;  ///< what the items are, such as "runs"
  /// limit of host time for the job, counted from its beginning: the job ends no later than this
  std::optional<std::chrono::seconds> limit = std::nullopt;
};

/// Shows the progress of one job at a time. Any thread may use it.
class ProgressDisplay {
 public:
  /// Nothing is shown while all jobs together have taken less than `patience`.
  ProgressDisplay(std::ostream& out, ProgressStyle style, std::chrono::seconds patience = std::chrono::seconds{0})
      : out_(out), progress_style_(style), patience_(patience) {}

  /// Begins a job; `name` describes it, such as "wangranka.cost (2 of 4)".
  void begin_job(std::string name);
  /// Changes the name of the job; the time at which the job began stays.
  void rename_job(std::string name);
  /// Shows the progress of the job. If the job will take over a minute in all, prints that once as
  /// a line that stays.
  void update_display(const Progress& progress);
  /// Shows the last known progress with the time that has passed by now. Call it now and then, as
  /// a job may report nothing for a while.
  void refresh_display();
  /// Ends the job. Prints a line with the time that it took, unless all jobs together have taken
  /// less than `patience`.
  void end_current_job();
  /// Removes the progress bar from the terminal, and shows nothing from now on.
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_display_due(Clock::time_point now) const;
  void show_progress_now(Clock::time_point now);
  void print_estimate(Clock::duration passed);
  void print(const std::string& text);

  std::mutex mutex_;  // guards the members below
  std::ostream& out_;
  ProgressStyle progress_style_;
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
std::string progress_bar_text(const std::string& name, const Progress& progress, std::chrono::duration<double> passed);
/// Returns the progress of a job as text without a bar, such as "wangranka.cost (2 of 4): 25 %,
/// 1:05 left, 523 runs/s".
std::string progress_line_text(const std::string& name, const Progress& progress, std::chrono::duration<double> passed);
/// Returns how long a job will take in all, such as "wangranka.cost: about 3 minutes in all"; an
/// empty text if that is a minute or less, or is not known.
std::string total_time_estimate_text(const std::string& name, const Progress& progress,
                                     std::chrono::duration<double> passed);
/// Estimates the time that a job has left if it goes on at the speed so far. Needs: `fraction` of
/// the job, above 0, was done in the time `passed`.
std::chrono::seconds estimated_time_left(std::chrono::duration<double> passed, double fraction);

}  // namespace switchyard
