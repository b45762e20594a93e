#include "algorithms/matrix/work_watch.hpp"

#include <utility>

namespace switchyard {
namespace {

thread_local ScopedProgressListener* t_innermost_watch = nullptr;

}  // namespace

ScopedProgressListener::ScopedProgressListener(ReportFunction report)
    : report_function_(std::move(report)), outer_progress_listener_(std::exchange(t_innermost_watch, this)) {}

ScopedProgressListener::~ScopedProgressListener() { t_innermost_watch = outer_progress_listener_; }

const ScopedProgressListener* ScopedProgressListener::innermost_listener_of_this_thread() noexcept {
  return t_innermost_watch;
}

}  // namespace switchyard
