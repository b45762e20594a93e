#pragma once
/// \file work_watch.hpp
/// Lets a caller observe the progress of long work on its own thread, such as making a large matrix or a schedule.
/// Functions between the caller and the work, which users may have written, need no extra parameter for the progress
/// reports.

#include <cstdint>
#include <functional>

namespace switchyard {

/// While an object of this class exists, it receives reports on the progress of long work on the thread that made it.
/// If such objects are nested, only the innermost one receives reports.
class ScopedProgressListener {
 public:
  /// A function that receives reports on progress: `done` of `all` items are done, and `what` names the items, such as
  /// "messages". If `all` is 0, a step of work named `what` has begun, such as "partitioning", and its progress is not
  /// known.
  using ReportFunction = std::function<void(const char* what, std::uint64_t done, std::uint64_t all)>;

  explicit ScopedProgressListener(ReportFunction report);
  ~ScopedProgressListener();
  ScopedProgressListener(const ScopedProgressListener&) = delete;
  ScopedProgressListener& operator=(const ScopedProgressListener&) = delete;

  /// Returns the ScopedProgressListener that receives the progress reports of the calling thread: the innermost one;
  /// null if there is none.
  static const ScopedProgressListener* innermost_listener_of_this_thread() noexcept;
  void report_progress(const char* what, std::uint64_t done, std::uint64_t all) const {
    report_function_(what, done, all);
  }

 private:
  ReportFunction report_function_;
  ScopedProgressListener* outer_progress_listener_;
};

namespace detail {

/// Reports to the ScopedProgressListener of this thread, if there is one, that a step of long work begins and that its
/// progress is not known.
inline void report_step_begin(const char* step) {
  if (const ScopedProgressListener* watch = ScopedProgressListener::innermost_listener_of_this_thread())
    watch->report_progress(step, 0, 0);
}

/// Counts the items of one piece of long work, and reports the count to the ScopedProgressListener of this thread, if
/// there is one, at most a thousand times.
class ProgressCounter {
 public:
  ProgressCounter(const char* what, std::uint64_t all)
      : work_name_(what),
        item_count_(all),
        items_between_reports_(all / kMostReports + 1),
        work_watch_(ScopedProgressListener::innermost_listener_of_this_thread()) {}

  /// Tells that `count` items of the work have been done so far, since its beginning.
  void report_items_done(std::uint64_t count) {
    if (work_watch_ == nullptr || count < next_reported_count_) return;
    next_reported_count_ = count + items_between_reports_;
    work_watch_->report_progress(work_name_, count, item_count_);
  }

 private:
  static constexpr std::uint64_t kMostReports = 1000;

  const char* work_name_;
  std::uint64_t item_count_;
  std::uint64_t items_between_reports_;
  std::uint64_t next_reported_count_ = 0;  ///< number of done items at which the next progress report is due
  const ScopedProgressListener* work_watch_;
};

}  // namespace detail
}  // namespace switchyard
