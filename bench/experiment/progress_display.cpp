#include "bench/experiment/progress_display.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace switchyard {
namespace {

constexpr std::chrono::milliseconds kBarInterval{100};
constexpr std::chrono::seconds kLineInterval{10};
constexpr int kBarWidth = 20;
constexpr const char* kWipe = "\r\033[K";

std::string clock_text(std::chrono::seconds time) {
  return fmt::format("{}:{:02}", time.count() / 60, time.count() % 60);
}

}  // namespace

ProgressStyle progress_style_of_standard_error() {
  return ::isatty(STDERR_FILENO) == 1 ? ProgressStyle::bar : ProgressStyle::lines;
}

std::chrono::seconds time_left(std::chrono::duration<double> passed, double fraction) {
  return std::chrono::round<std::chrono::seconds>(passed * ((1 - std::min(fraction, 1.0)) / fraction));
}

std::string rate_text(std::uint64_t done, const char* what, std::chrono::duration<double> passed) {
  const double rate = static_cast<double>(done) / passed.count();
  return fmt::format(", {:.{}f} {}/s", rate, rate < 10 ? 1 : 0, what);
}

std::string bar_text(const std::string& name, double fraction, std::chrono::seconds left) {
  const auto filled = std::clamp(static_cast<int>(fraction * kBarWidth), 0, kBarWidth);
  return fmt::format("{}  [{:#<{}}{:.<{}}] {:3.0f} %, {} left", name, "", filled, "", kBarWidth - filled,
                     fraction * 100, clock_text(left));
}

std::string line_text(const std::string& name, double fraction, std::chrono::seconds left) {
  return fmt::format("{}: {:.0f} %, {} left", name, fraction * 100, clock_text(left));
}

void ProgressDisplay::begin(std::string name) {
  const std::lock_guard lock(mutex_);
  name_ = std::move(name);
  began_ = shown_ = Clock::now();
  if (style_ == ProgressStyle::bar && patience_ == patience_.zero()) print(name_);
}

void ProgressDisplay::show(double fraction) { show(fraction, 0, nullptr); }

void ProgressDisplay::show(double fraction, std::uint64_t done, const char* what) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  const Clock::duration interval = style_ == ProgressStyle::bar ? Clock::duration(kBarInterval) : kLineInterval;
  if (style_ == ProgressStyle::silent || fraction <= 0 || now - shown_ < interval) return;
  if (now - began_ < patience_) return;
  shown_ = now;
  const std::chrono::seconds left = time_left(now - began_, fraction);
  const std::string text =
      style_ == ProgressStyle::bar ? bar_text(name_, fraction, left) : line_text(name_, fraction, left);
  print(what == nullptr ? text : text + rate_text(done, what, now - began_));
}

void ProgressDisplay::done() {
  const std::lock_guard lock(mutex_);
  if (style_ == ProgressStyle::silent || Clock::now() - began_ < patience_) return;
  const std::chrono::duration<double> passed = Clock::now() - began_;
  print(fmt::format("{}: done in {:.1f} s", name_, passed.count()));
  if (style_ == ProgressStyle::bar) out_ << '\n';
}

void ProgressDisplay::close() {
  const std::lock_guard lock(mutex_);
  if (style_ == ProgressStyle::bar) out_ << kWipe << std::flush;
  style_ = ProgressStyle::silent;
}

void ProgressDisplay::print(const std::string& text) {
  if (style_ == ProgressStyle::bar) {
    out_ << kWipe << text << std::flush;
  } else if (style_ == ProgressStyle::lines) {
    out_ << text << std::endl;
  }
}

}  // namespace switchyard
