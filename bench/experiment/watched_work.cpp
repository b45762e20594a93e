#include "bench/experiment/watched_work.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <system_error>
#include <utility>

namespace switchyard {

WorkProgressDisplay::WorkProgressDisplay(std::string name, bool quiet)
    : WorkProgressDisplay(std::move(name), std::cerr, progress_style_of_standard_error(quiet), kProgressPatience) {}

WorkProgressDisplay::WorkProgressDisplay(std::string name, std::ostream& out, ProgressStyle style,
                                         std::chrono::seconds patience)
    : work_name_(std::move(name)),
      progress_display_(out, style, patience),
      work_watch_(
          [this](const char* what, std::uint64_t done, std::uint64_t all) { show_item_progress(what, done, all); }) {
  progress_display_.begin_job(work_name_);
  if (style == ProgressStyle::no_progress) return;
  try {
    display_refresh_thread_ = std::jthread([this](const std::stop_token& stop) { run_ticker(stop); });
    // If the host cannot start another thread, the work goes on, and its progress is shown less often.
  } catch (const std::system_error&) {
  }
}

void WorkProgressDisplay::close() {
  display_refresh_thread_.request_stop();
  if (display_refresh_thread_.joinable()) display_refresh_thread_.join();
  progress_display_.close();
}

/// Shows that `done` of `all` items of a piece of work are done; `what` is the name of the items, such as "messages".
/// Each piece of work is a job of its own in the progress display, as it counts its own items. A piece without items
/// (`all` is 0) is shown only by its name.
void WorkProgressDisplay::show_item_progress(const char* what, std::uint64_t done, std::uint64_t all) {
  if (what != item_name_ || done < done_items_)
    progress_display_.begin_job(all == 0 ? work_name_ + ", " + what : work_name_);
  item_name_ = what;
  done_items_ = done;
  if (all == 0) return;
  // The largest fraction that is shown as done, as there may be more items than expected.
  constexpr double kNearlyAll = 0.99;
  const double fraction = static_cast<double>(done) / static_cast<double>(all);
  progress_display_.update_display(
      {.done_fraction = std::min(fraction, kNearlyAll), .done_items = done, .item_name = what});
}

void WorkProgressDisplay::run_ticker(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kInterval{250};
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    progress_display_.refresh_display();
    ticker_wakeup_.wait_for(lock, stop, kInterval, [] { return false; });
  }
}

}  // namespace switchyard
