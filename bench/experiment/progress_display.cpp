#include "bench/experiment/progress_display.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace switchyard {
namespace {

constexpr std::chrono::milliseconds kBarUpdateInterval{100};
constexpr std::chrono::seconds kLineUpdateInterval{10};
/// If a job (a long piece of work) will take longer than this, an estimate of its total time is printed.
constexpr std::chrono::seconds kLongJobDuration{60};
/// The time for which a job must have run before its total time is estimated.
constexpr std::chrono::seconds kTimeBeforeEstimate{2};
constexpr int kBarWidth = 20;
constexpr const char* kEraseLine = "\r\033[K";

std::string minutes_and_seconds_text(std::chrono::seconds time) {
  return fmt::format("{}:{:02}", time.count() / 60, time.count() % 60);
}

std::chrono::seconds whole_seconds(std::chrono::duration<double> time) {
  return std::chrono::floor<std::chrono::seconds>(time);
}

/// Returns a text with the number of items of work (such as runs) that are done per second, such as ", 523 runs/s". A
/// rate below 10 has one decimal. The text is empty if the work has no items, or none is done.
std::string rate_text(const WorkProgress& progress, std::chrono::duration<double> passed) {
  if (progress.item_name == nullptr || progress.done_items == 0 || passed.count() <= 0) return "";
  const double rate = static_cast<double>(progress.done_items) / passed.count();
  return fmt::format(", {:.{}f} {}/s", rate, rate < 10 ? 1 : 0, progress.item_name);
}

std::string rough_time_text(std::chrono::seconds time) {
  const auto seconds = static_cast<double>(time.count());
  if (seconds < 120) return fmt::format("{:.0f} seconds", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} minutes", seconds / 60);
  if (seconds < 172'800) return fmt::format("{:.0f} hours", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86'400);
}

std::string progress_numbers_text(const WorkProgress& progress, std::chrono::duration<double> passed) {
  const std::string rate = rate_text(progress, passed);
  if (progress.done_fraction > 0) {
    return fmt::format("{:.0f} %, {} left{}", std::min(progress.done_fraction, 1.0) * 100,
                       minutes_and_seconds_text(estimated_time_left(passed, progress.done_fraction)), rate);
  }
  std::string text = minutes_and_seconds_text(whole_seconds(passed));
  if (progress.item_name != nullptr) text += fmt::format(", {} {}{}", progress.done_items, progress.item_name, rate);
  if (progress.time_limit)
    text += fmt::format(
        ", at most {} left",
        minutes_and_seconds_text(std::max(whole_seconds(*progress.time_limit - passed), kLongJobDuration.zero())));
  return text;
}

}  // namespace

ProgressStyle progress_style_of_standard_error(bool quiet) {
  if (quiet) return ProgressStyle::no_progress;
  return ::isatty(STDERR_FILENO) == 1 ? ProgressStyle::progress_bar : ProgressStyle::progress_lines;
}

std::chrono::seconds estimated_time_left(std::chrono::duration<double> passed, double fraction) {
  return std::chrono::round<std::chrono::seconds>(passed * ((1 - std::min(fraction, 1.0)) / fraction));
}

std::string progress_bar_text(const std::string& name, const WorkProgress& progress,
                              std::chrono::duration<double> passed) {
  if (progress.done_fraction <= 0) return fmt::format("{}  {}", name, progress_numbers_text(progress, passed));
  const auto filled = std::clamp(static_cast<int>(progress.done_fraction * kBarWidth), 0, kBarWidth);
  return fmt::format("{}  [{:#<{}}{:.<{}}] {}", name, "", filled, "", kBarWidth - filled,
                     progress_numbers_text(progress, passed));
}

std::string progress_line_text(const std::string& name, const WorkProgress& progress,
                               std::chrono::duration<double> passed) {
  return fmt::format("{}: {}", name, progress_numbers_text(progress, passed));
}

std::string total_time_estimate_text(const std::string& name, const WorkProgress& progress,
                                     std::chrono::duration<double> passed) {
  const bool is_known = progress.done_fraction > 0;
  if (!is_known && !progress.time_limit) return "";
  const std::chrono::seconds in_all =
      is_known ? whole_seconds(passed) + estimated_time_left(passed, progress.done_fraction) : *progress.time_limit;
  if (in_all <= kLongJobDuration) return "";
  return fmt::format("{}: {} {} in all", name, is_known ? "about" : "at most", rough_time_text(in_all));
}

void ProgressDisplay::begin_job(std::string name) {
  const std::lock_guard lock(mutex_);
  job_name_ = std::move(name);
  last_progress_ = {};
  job_start_ = Clock::now();
  last_display_time_.reset();
  is_estimate_printed_ = false;
  is_job_running_ = true;
  if (!first_job_start_) first_job_start_ = job_start_;
  if (progress_style_ == ProgressStyle::progress_bar && display_delay_ == display_delay_.zero())
    print_progress_as_bar_or_line(job_name_);
}

void ProgressDisplay::rename_job(std::string name) {
  const std::lock_guard lock(mutex_);
  job_name_ = std::move(name);
}

void ProgressDisplay::update_display(const WorkProgress& progress) {
  const std::lock_guard lock(mutex_);
  last_progress_ = progress;
  if (const auto now = Clock::now(); is_display_due(now)) show_progress_now(now);
}

void ProgressDisplay::refresh_display() {
  const std::lock_guard lock(mutex_);
  if (const auto now = Clock::now(); is_display_due(now)) show_progress_now(now);
}

bool ProgressDisplay::is_display_due(Clock::time_point now) const {
  if (progress_style_ == ProgressStyle::no_progress || !is_job_running_ || now - *first_job_start_ < display_delay_)
    return false;
  if (progress_style_ == ProgressStyle::progress_bar)
    return now - last_display_time_.value_or(job_start_) >= kBarUpdateInterval;
  if (last_display_time_) return now - *last_display_time_ >= kLineUpdateInterval;
  // The first line of progress is printed when the job has been under way for the display's delay, or for
  // kLineUpdateInterval if the delay is zero.
  return now - job_start_ >= (display_delay_ == display_delay_.zero() ? kLineUpdateInterval : display_delay_);
}

void ProgressDisplay::show_progress_now(Clock::time_point now) {
  last_display_time_ = now;
  const Clock::duration passed = now - job_start_;
  print_estimate(passed);
  print_progress_as_bar_or_line(progress_style_ == ProgressStyle::progress_bar
                                    ? progress_bar_text(job_name_, last_progress_, passed)
                                    : progress_line_text(job_name_, last_progress_, passed));
}

/// Prints an estimate of the total time of the current job (a long piece of work) if it is more than a minute. This is
/// done only once for each job.
void ProgressDisplay::print_estimate(Clock::duration passed) {
  if (is_estimate_printed_ || passed < kTimeBeforeEstimate) return;
  is_estimate_printed_ = last_progress_.done_fraction > 0 || last_progress_.time_limit;
  const std::string text = total_time_estimate_text(job_name_, last_progress_, passed);
  if (text.empty()) return;
  print_progress_as_bar_or_line(text);
  if (progress_style_ == ProgressStyle::progress_bar) out_ << '\n';
}

void ProgressDisplay::end_current_job() {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  is_job_running_ = false;
  if (progress_style_ == ProgressStyle::no_progress || !first_job_start_ || now - *first_job_start_ < display_delay_)
    return;
  const std::chrono::duration<double> passed = now - job_start_;
  print_progress_as_bar_or_line(fmt::format("{}: done in {:.1f} s", job_name_, passed.count()));
  if (progress_style_ == ProgressStyle::progress_bar) out_ << '\n';
}

void ProgressDisplay::close() {
  const std::lock_guard lock(mutex_);
  if (progress_style_ == ProgressStyle::progress_bar) out_ << kEraseLine << std::flush;
  progress_style_ = ProgressStyle::no_progress;
}

void ProgressDisplay::print_progress_as_bar_or_line(const std::string& text) {
  if (progress_style_ == ProgressStyle::progress_bar) {
    out_ << kEraseLine << text << std::flush;
  } else if (progress_style_ == ProgressStyle::progress_lines) {
    out_ << text << std::endl;
  }
}

}  // namespace switchyard
