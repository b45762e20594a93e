#include "bench/experiment/watched_work.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <system_error>
#include <utility>

namespace switchyard {

WatchedWork::WatchedWork(std::string name, bool quiet)
    : WatchedWork(std::move(name), std::cerr, progress_style_of_standard_error(quiet), kProgressPatience) {}

WatchedWork::WatchedWork(std::string name, std::ostream& out, ProgressStyle style, std::chrono::seconds patience)
    : name_(std::move(name)),
      display_(out, style, patience),
      watch_([this](const char* what, std::uint64_t done, std::uint64_t all) { show_items_done(what, done, all); }) {
  display_.begin_job(name_);
  if (style == ProgressStyle::no_progress) return;
  try {
    ticker_ = std::jthread([this](const std::stop_token& stop) { run_ticker(stop); });
  // The host cannot start another thread. The work goes on, and its progress is shown less often.
  } catch (const std::system_error&) {
  }
}

void WatchedWork::close() {
  ticker_.request_stop();
  if (ticker_.joinable()) ticker_.join();
  display_.close();
}

/// Shows `done` of `all` items of a piece of work; `what` is the name of the items. Each piece of work is a job of its
/// own in the progress display, as each counts its own items. A piece without items (`all` is 0) is shown only by its
/// name.
void WatchedWork::show_items_done(const char* what, std::uint64_t done, std::uint64_t all) {
  if (what != item_name_ || done < done_) display_.begin_job(all == 0 ? name_ + ", " + what : name_);
  item_name_ = what;
  done_ = done;
  if (all == 0) return;
  constexpr double kNearlyAll = 0.99;  // the largest fraction that is shown, as there may be more items than expected
  const double fraction = static_cast<double>(done) / static_cast<double>(all);
  display_.update_display({.fraction = std::min(fraction, kNearlyAll), .done = done, .what = what});
}

void WatchedWork::run_ticker(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kInterval{250};
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    display_.refresh_display();
    stopped_.wait_for(lock, stop, kInterval, [] { return false; });
  }
}

}  // namespace switchyard
