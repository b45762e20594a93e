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

/// Shows the progress of this thread's work on standard error while the object lives, if the work takes more than two
/// seconds. For matrices and schedules it shows how much of each is made; for other work it shows only the time that
/// has passed.
class WatchedWork {
 public:
  WatchedWork(std::string name, bool quiet);
  /// Shows the progress of the work on `out` in this style, once the work has taken longer than `patience`.
  WatchedWork(std::string name, std::ostream& out, ProgressStyle style, std::chrono::seconds patience);
  ~WatchedWork() { close(); }
  WatchedWork(const WatchedWork&) = delete;
  WatchedWork& operator=(const WatchedWork&) = delete;

  /// Ends the display of progress. Call it before results are printed.
  void close();

 private:
  void show_items_done(const char* what, std::uint64_t done, std::uint64_t all);
  void run_ticker(const std::stop_token& stop);

  const std::string name_;
  ProgressDisplay display_;
  const char* item_name_ = nullptr;  ///< name of the items of the current piece of work; null before the first piece
  std::uint64_t done_ = 0;
  std::mutex mutex_;  // used only by the ticker thread, which needs a locked mutex to wait with the condition variable
  std::condition_variable_any stopped_;
  WorkWatch watch_;
  std::jthread ticker_;
};

}  // namespace switchyard
