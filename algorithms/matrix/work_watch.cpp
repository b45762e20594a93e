#include "algorithms/matrix/work_watch.hpp"

#include <utility>

namespace switchyard {
namespace {

thread_local WorkWatch* innermost_watch = nullptr;

}  // namespace

WorkWatch::WorkWatch(Report report) : report_(std::move(report)), outer_(std::exchange(innermost_watch, this)) {}

WorkWatch::~WorkWatch() { innermost_watch = outer_; }

const WorkWatch* WorkWatch::current() noexcept { return innermost_watch; }

}  // namespace switchyard
