#pragma once
/// \file watched_work.hpp
/// Shows the progress of a command that makes communication matrices or schedules.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "algorithms/matrix/work_watch.hpp"
#include "bench/experiment/progress_display.hpp"

namespace switchyard {

/// While the object lives, shows the progress of the calling thread's work on standard error if the work takes more
/// than two seconds. When the thread makes a matrix or a schedule, it shows how much of it is made; for other work it
/// shows only the time that has passed.
class WorkProgressDisplay {
 public:
  WorkProgressDisplay(std::string name, bool quiet);
  /// Shows the progress on `out` in this style, once the work has taken longer than `patience`.
  WorkProgressDisplay(std::string name, std::ostream& out, ProgressStyle style, std::chrono::seconds patience);
  ~WorkProgressDisplay() { close(); }
  WorkProgressDisplay(const WorkProgressDisplay&) = delete;
  WorkProgressDisplay& operator=(const WorkProgressDisplay&) = delete;

  /// Ends the display of progress. Call it before results are printed.
  void close();

 private:
  void show_item_progress(const char* what, std::uint64_t done, std::uint64_t all);
  void run_ticker(const std::stop_token& stop);

  const std::string work_name_;
  ProgressDisplay progress_display_;
  /// The name of the items of the current piece of work, such as "messages"; null before the first piece.
  const char* item_name_ = nullptr;
  std::uint64_t done_items_ = 0;
  std::mutex mutex_;  // used only by the ticker thread, which needs a locked mutex to wait with the condition variable
  std::condition_variable_any ticker_wakeup_;
  ScopedProgressListener work_watch_;
  std::jthread display_refresh_thread_;
};

}  // namespace switchyard
