#pragma once
/// \file progress_display.hpp
/// Shows a waiting person the progress: a bar that stays on one line of a terminal, or a line now and then.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <string>

namespace switchyard {

enum class ProgressStyle { silent, lines, bar };

/// Returns the style: a bar if standard error is a terminal, lines if not.
ProgressStyle progress_style_of_standard_error();

/// Shows the progress of one job at a time. Any thread may use it.
class ProgressDisplay {
 public:
  /// A job that ends within `patience` shows no progress.
  ProgressDisplay(std::ostream& out, ProgressStyle style, std::chrono::seconds patience = std::chrono::seconds{0})
      : out_(out), style_(style), patience_(patience) {}

  /// Begins a job; `name` describes it, such as "wangranka.cost (2 of 4)".
  void begin(std::string name);
  /// Shows the progress; `fraction` is 0 to 1, and 0 means that it is not known.
  void show(double fraction);
  /// Shows the progress and the rate, such as "523 runs/s".
  void show(double fraction, std::uint64_t done, const char* what);
  /// Ends the job, and prints one line with the time that it took unless that is less than the patience.
  void done();
  /// Removes the progress bar from the terminal, and shows nothing from now on.
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  void print(const std::string& text);

  std::mutex mutex_;  // guards the members below
  std::ostream& out_;
  ProgressStyle style_;
  std::chrono::seconds patience_;
  std::string name_;
  Clock::time_point began_;
  Clock::time_point shown_;
};

/// Returns a bar, such as "wangranka.cost (2 of 4)  [#####...............]  25 %, 1:05 left".
std::string bar_text(const std::string& name, double fraction, std::chrono::seconds left);
/// Returns a line, such as "wangranka.cost (2 of 4): 25 %, 1:05 left".
std::string line_text(const std::string& name, double fraction, std::chrono::seconds left);
/// Returns the rate of progress, such as ", 523 runs/s"; a rate below 10 has a decimal.
std::string rate_text(std::uint64_t done, const char* what, std::chrono::duration<double> passed);
/// Estimates the time that is left at the present speed. Needs: a fraction above 0.
std::chrono::seconds time_left(std::chrono::duration<double> passed, double fraction);

}  // namespace switchyard
