#include "algorithms/matrix/work_watch.hpp"

#include <utility>

namespace switchyard {
namespace {

thread_local WorkWatch* t_innermost_watch = nullptr;

}  // namespace

WorkWatch::WorkWatch(ReportFunction report)
    : report_function_(std::move(report)), outer_(std::exchange(t_innermost_watch, this)) {}

WorkWatch::~WorkWatch() { t_innermost_watch = outer_; }

const WorkWatch* WorkWatch::current() noexcept { return t_innermost_watch; }

}  // namespace switchyard
