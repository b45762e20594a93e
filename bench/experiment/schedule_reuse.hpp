#pragma once
/// \file schedule_reuse.hpp
/// What a schedule costs when it serves many exchanges, and from how many on it is worth making.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 6: its cost
/// "can be amortized over repeated utilizations".

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/units.hpp"

namespace switchyard {

/// Cost of one use out of `uses`: its communication, and its share of the schedule, rounded down to nanoseconds.
Duration amortised_cost(Duration schedule, Duration communication, std::uint64_t uses);

/// The least number of uses with which schedule and communications together cost less than as many communications
/// without a schedule; nothing if no number does. Costs of communication are of one use.
std::optional<std::uint64_t> pays_from(Duration schedule, Duration communication, Duration unscheduled);

/// "at once", "from 3", "never"
std::string pays_text(const std::optional<std::uint64_t>& uses);

}  // namespace switchyard
