#include "bench/experiment/schedule_reuse.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "bench/experiment/student.hpp"

namespace switchyard {

Duration amortised_cost(Duration schedule, Duration communication, std::uint64_t uses) {
  return communication + schedule / static_cast<Duration::rep>(uses);
}

std::optional<std::uint64_t> uses_until_schedule_pays(Duration schedule, Duration saving) {
  if (saving <= Duration::zero()) return std::nullopt;
  // This is the least number K of uses with K * saving > schedule.
  return static_cast<std::uint64_t>(schedule / saving) + 1;
}

BreakEvenUses uses_until_schedule_pays(Duration schedule, std::span<const Duration> savings) {
  const auto count = static_cast<Duration::rep>(savings.size());
  const Duration mean = std::accumulate(savings.begin(), savings.end(), Duration::zero()) / count;
  double squares = 0;
  for (const Duration saving : savings) squares += std::pow(static_cast<double>((saving - mean).count()), 2);
  Duration margin{};
  if (count > 1) {
    const double error = std::sqrt(squares / static_cast<double>(count) / static_cast<double>(count - 1));
    margin = Duration{std::llround(student_t_quantile(savings.size() - 1, 0.975) * error)};
  }
  return {uses_until_schedule_pays(schedule, mean + margin), uses_until_schedule_pays(schedule, mean - margin)};
}

std::string break_even_uses_as_text(const BreakEvenUses& uses) {
  if (!uses.break_even_uses_at_upper_saving_bound) return "never";
  if (!uses.break_even_uses_at_lower_saving_bound) return "cannot tell";
  if (*uses.break_even_uses_at_lower_saving_bound == 1) return "at once";
  return *uses.break_even_uses_at_upper_saving_bound == *uses.break_even_uses_at_lower_saving_bound
             ? fmt::format("from {}", *uses.break_even_uses_at_lower_saving_bound)
             : fmt::format("from {}-{}", *uses.break_even_uses_at_upper_saving_bound,
                           *uses.break_even_uses_at_lower_saving_bound);
}

}  // namespace switchyard
