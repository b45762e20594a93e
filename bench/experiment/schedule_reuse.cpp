#include "bench/experiment/schedule_reuse.hpp"

#include <fmt/format.h>

namespace switchyard {

Duration amortised_cost(Duration schedule, Duration communication, std::uint64_t uses) {
  return communication + schedule / static_cast<Duration::rep>(uses);
}

std::optional<std::uint64_t> pays_from(Duration schedule, Duration communication, Duration unscheduled) {
  const Duration saved = unscheduled - communication;  // time saved in each use
  if (saved <= Duration::zero()) return std::nullopt;
  return static_cast<std::uint64_t>(schedule / saved) + 1;  // the least K with K * saved > schedule
}

std::string pays_text(const std::optional<std::uint64_t>& uses) {
  if (!uses) return "never";
  return *uses == 1 ? "at once" : fmt::format("from {}", *uses);
}

}  // namespace switchyard
