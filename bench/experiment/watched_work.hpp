#pragma once
/// \file watched_work.hpp
/// Shows a waiting person the progress of a command that makes matrices or schedules.

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

/// Shows the progress of this thread's work on standard error while the object lives, if the work
/// takes more than two seconds: of the matrices and schedules that are made, or else only the time
/// that has passed.
class WatchedWork {
 public:
  WatchedWork(std::string name, bool quiet);
  /// Shows the progress on `out` in this style, once the work has taken as long as `patience`.
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
  const char* item_name_ = nullptr;  ///< name of the items that the work counts at present, of which done_ are done
  std::uint64_t done_ = 0;
  std::mutex mutex_;  // only the ticker thread locks it, to wait with stopped_
  std::condition_variable_any stopped_;
  WorkWatch watch_;
  std::jthread ticker_;
};

}  // namespace switchyard
