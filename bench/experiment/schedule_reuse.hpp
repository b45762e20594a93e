#pragma once
/// \file schedule_reuse.hpp
/// The cost of a schedule that serves many exchanges, and the number of exchanges from which it is worth making.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 6: the cost of
/// a schedule "can be amortized over repeated utilizations".

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/units.hpp"

namespace switchyard {

/// Returns the cost of one of `uses` exchanges that share a schedule: its communication and its share of the cost of
/// the schedule, rounded down to nanoseconds.
Duration amortised_cost(Duration schedule, Duration communication, std::uint64_t uses);

/// Returns the least number of uses for which making the schedule once and communicating with it costs less than as
/// many communications without a schedule; nothing if there is no such number. `communication` and `unscheduled` are
/// costs of one use.
std::optional<std::uint64_t> pays_from(Duration schedule, Duration communication, Duration unscheduled);

/// Returns in words from how many uses on a schedule pays: "at once", "never", or a text such as "from 3".
std::string pays_text(const std::optional<std::uint64_t>& uses);

}  // namespace switchyard
