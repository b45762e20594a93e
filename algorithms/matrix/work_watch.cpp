#include "algorithms/matrix/work_watch.hpp"

#include <utility>

namespace switchyard {
namespace {

thread_local WorkWatch* t_innermost_watch = nullptr;

}  // namespace

WorkWatch::WorkWatch(ReportFunction report)
    : report_function_(std::move(report)), outer_watch_(std::exchange(t_innermost_watch, this)) {}

WorkWatch::~WorkWatch() { t_innermost_watch = outer_watch_; }

const WorkWatch* WorkWatch::innermost_of_this_thread() noexcept { return t_innermost_watch; }

}  // namespace switchyard
