/// \file compute.cpp
/// Makes a program's own computing take virtual time: either the time that the program declares by
/// switchyard_compute(), or the processor time measured on the host.

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/compute/compute_cost.hpp"
#include "runtime/programs/interface_call.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

using Seconds = std::chrono::duration<double>;

// The longest computing time that a program may declare in one call. Even the sum of many such times stays far below
// the largest virtual time.
constexpr Seconds kLongestComputeTime = std::chrono::hours{24 * 365};

/// Converts seconds to a Duration of virtual time, rounded to the nearest nanosecond and limited to
/// kLongestComputeTime.
Duration duration_of(Seconds time) { return std::chrono::round<Duration>(std::min(time, kLongestComputeTime)); }

/// Returns the processor time that this thread has used so far.
Duration processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

/// Begins to measure the host's processor time that the program's own code uses. Has no effect in a handler of an
/// active message: the node waits while its handler runs, so that the handler costs no time of its own.
void Process::begin_measured_computing() noexcept {
  if (!handler_time_) computing_start_processor_time_ = processor_time();
}

void Process::charge_measured_computing() {
  const auto began = std::exchange(computing_start_processor_time_, std::nullopt);
  if (began)
    node_->compute(duration_of((processor_time() - *began) * run_mode_.compute_cost.measured_time_factor), last_call);
}

namespace {

void compute_for_seconds(const NamedCall* call, double seconds) {
  interface_call(call, [seconds](Process& p) {
    if (!(seconds >= 0 && Seconds(seconds) <= kLongestComputeTime))
      throw Error(fmt::format("{}: {} seconds are not from 0 to {}", call_text("switchyard_compute", p.last_call),
                              seconds, kLongestComputeTime.count()));
    if (p.compute_cost().kind == ComputeCost::Kind::declared_by_program)
      p.node().compute(duration_of(Seconds(seconds)), p.last_call);
  });
}

const SymbolBinding kComputeBindings[] = {
    SymbolBinding::make_function_binding("switchyard_compute_at", compute_for_seconds),
    SymbolBinding::make_function_binding("switchyard_compute",
                                         CallWithoutSourceLine<compute_for_seconds>::call_without_source_line),
};

}  // namespace

SymbolBindings bindings_of_compute_calls() { return kComputeBindings; }

}  // namespace switchyard
