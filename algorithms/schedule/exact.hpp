#pragma once
/// \file exact.hpp
/// Finds a schedule with the lowest possible level sum (sum of the time steps of all messages) for a small list of
/// messages, by branch and bound over the level and the path of each message.

#include "algorithms/schedule/leveled_list.hpp"

namespace switchyard {

inline constexpr std::uint32_t kMaxMessagesOfExactScheduler = 24;

/// Finds a schedule with the lowest possible level sum (sum of the levels of all messages). The time of the search
/// grows exponentially with the number of messages that collide.
///
/// Throws: UsageError for a list of more than kMaxMessagesOfExactScheduler messages, because the search for the lowest
/// level sum would take too long.
MessageListSchedule exact_levels(const CollisionModel& model);

}  // namespace switchyard
