#pragma once
/// \file progress_display.hpp
/// Shows the progress of long work: as a bar that stays on one line of a terminal, or as lines of text, one every few
/// seconds.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>

namespace switchyard {

enum class ProgressStyle { no_progress, progress_lines, progress_bar };

/// Returns the style for a progress display on standard error: a bar if standard error is a terminal, lines if it is
/// not, and no progress if `quiet` is true.
ProgressStyle progress_style_of_standard_error(bool quiet = false);

/// The time for which work must have been under way before its progress is shown.
inline constexpr std::chrono::seconds kProgressPatience{2};

/// The progress of one long piece of work. Members whose values are unknown keep their defaults.
struct WorkProgress {
  double done_fraction = 0;         ///< the fraction of the work that is done, from 0 to 1; 0 if it is not known
  std::uint64_t done_items = 0;     ///< the number of items of work (such as runs) that are done
  const char* item_name = nullptr;  ///< the name of the items of work, such as "runs"; null if there are no items
  /// the largest host time that the work may take, counted from its beginning; empty if there is no limit
  std::optional<std::chrono::seconds> time_limit = std::nullopt;
};

/// Shows the progress of long pieces of work (jobs), one after another. Any thread may call the member functions.
class ProgressDisplay {
 public:
  /// Makes a display that writes to `out`. It shows nothing until the time `patience` has passed since the first job
  /// began.
  ProgressDisplay(std::ostream& out, ProgressStyle style, std::chrono::seconds patience = std::chrono::seconds{0})
      : out_(out), progress_style_(style), display_delay_(patience) {}

  /// Begins a job (a long piece of work); `name` describes it, such as "wangranka.cost (2 of 4)".
  void begin_job(std::string name);
  /// Changes the name of the current job (a long piece of work). The time at which the job began stays the same.
  void rename_job(std::string name);
  /// Shows the progress of the current job. If the job will take more than a minute in total, an estimate of its total
  /// time is printed once, on a line of its own.
  void update_display(const WorkProgress& progress);
  /// Shows the progress of the current job as it was last reported, with the time that has passed until now. Call this
  /// regularly, as a job may report no progress for some time.
  void refresh_display();
  /// Ends the current job (a long piece of work). Prints a line with the time that the job took, but only if the first
  /// job began at least the display's delay ago.
  void end_current_job();
  /// Removes the progress bar from the terminal, and shows nothing from now on.
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_display_due(Clock::time_point now) const;
  void show_progress_now(Clock::time_point now);
  void print_estimate(Clock::duration passed);
  void print_progress_as_bar_or_line(const std::string& text);

  std::mutex mutex_;  // This mutex guards all members that are declared after it.
  std::ostream& out_;
  ProgressStyle progress_style_;
  std::chrono::seconds display_delay_;
  std::string job_name_;
  WorkProgress last_progress_;
  /// The time at which the first job (long piece of work) began; empty before that.
  std::optional<Clock::time_point> first_job_start_;
  Clock::time_point job_start_;
  /// the time at which the progress of the current job was last shown; empty if it was not shown yet
  std::optional<Clock::time_point> last_display_time_;
  /// Whether a job (a long piece of work) has begun and has not ended yet.
  bool is_job_running_ = false;
  /// Whether the estimated total time of the current job has been printed.
  bool is_estimate_printed_ = false;
};

/// Returns a line of text with a progress bar, such as "wangranka.cost (2 of 4)  [#####...............] 25 %, 1:05
/// left, 523 runs/s". If it is not known what fraction of the job is done, returns a text such as "ring on 4 nodes
/// 0:24, 12552 runs, 523 runs/s, at most 0:36 left". `passed` is the time since the job began.
std::string progress_bar_text(const std::string& name, const WorkProgress& progress,
                              std::chrono::duration<double> passed);
/// Returns a line of text that shows the progress of a job without a bar, such as "wangranka.cost (2 of 4): 25 %, 1:05
/// left, 523 runs/s". `passed` is the time since the job began.
std::string progress_line_text(const std::string& name, const WorkProgress& progress,
                               std::chrono::duration<double> passed);
/// Returns a text about the total time that a job (a long piece of work) will take, such as "wangranka.cost: about 3
/// minutes in all". The text is empty if the total time is a minute or less, or is not known. `passed` is the time
/// since the job began.
std::string total_time_estimate_text(const std::string& name, const WorkProgress& progress,
                                     std::chrono::duration<double> passed);
/// Estimates the remaining time of a job that has done the fraction `fraction` of its work in the time `passed` and
/// goes on at the same speed. Needs: fraction > 0.
std::chrono::seconds estimated_time_left(std::chrono::duration<double> passed, double fraction);

}  // namespace switchyard
