#pragma once
/// \file strategy.hpp
/// Ways to disturb a run so that it shows what an undisturbed one hides.
///
/// Source of pct: S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A randomized scheduler with probabilistic
/// guarantees of finding bugs", ASPLOS 2010. Departs from it: the nodes of a machine stand for the threads of a
/// program, and its pending events for their next steps.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/arbiter.hpp"

namespace switchyard {

enum class Strategy : std::uint8_t {
  random,   ///< now and then, any pending event comes next
  pct,      ///< the node with the highest priority comes next; a few times in a run that node falls behind all others
  starve,   ///< one node or one event is held back for as long as anything else can happen
  buffers,  ///< the machine's buffers are halved, up to many times; the order is disturbed as by random
  threads,  ///< clock off, small mailboxes: real threads that yield and pause where they touch what they share
};
inline constexpr std::array kStrategies{Strategy::random, Strategy::pct, Strategy::starve, Strategy::buffers,
                                        Strategy::threads};

const char* name_of(Strategy strategy) noexcept;
std::vector<std::string> strategy_names();

/// The arbiter of one run. `steps`: about how many events it has. Needs: not threads, which has none.
std::unique_ptr<Arbiter> make_arbiter(Strategy strategy, std::uint64_t seed, std::uint32_t nodes, std::uint64_t steps);

}  // namespace switchyard
