#pragma once
/// \file progress_display.hpp
/// Tells a waiting person how far things are: a bar that stays on one line of a terminal, or a line now and then.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <string>

namespace switchyard {

enum class ProgressStyle { silent, lines, bar };

/// A bar where standard error is a terminal, lines where it is not.
ProgressStyle progress_style_of_standard_error();

/// One job at a time. Any thread.
class ProgressDisplay {
 public:
  ProgressDisplay(std::ostream& out, ProgressStyle style) : out_(out), style_(style) {}

  /// `name` is what the work is on, such as "wangranka.cost (2 of 4)".
  void begin(std::string name);
  /// `fraction` is 0 to 1; 0 is "not known".
  void show(double fraction);
  /// The same with the rate, such as "523 runs/s".
  void show(double fraction, std::uint64_t done, const char* what);
  /// Ends it with one line.
  void done();
  /// Wipes the bar, and from here on shows nothing.
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  void print(const std::string& text);

  std::mutex mutex_;  // guards all below
  std::ostream& out_;
  ProgressStyle style_;
  std::string name_;
  Clock::time_point began_;
  Clock::time_point shown_;
};

/// "wangranka.cost (2 of 4)  [#####...............]  25 %, 1:05 left"
std::string bar_text(const std::string& name, double fraction, std::chrono::seconds left);
/// "wangranka.cost (2 of 4): 25 %, 1:05 left"
std::string line_text(const std::string& name, double fraction, std::chrono::seconds left);
/// ", 523 runs/s"; with a decimal below 10.
std::string rate_text(std::uint64_t done, const char* what, std::chrono::duration<double> passed);
/// If it goes on as it did so far. Needs: a fraction above 0.
std::chrono::seconds time_left(std::chrono::duration<double> passed, double fraction);

}  // namespace switchyard
