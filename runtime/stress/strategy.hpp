#pragma once
/// \file strategy.hpp
/// Ways to disturb a run so that it shows what an undisturbed one hides.
///
/// Source of pct: S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A randomized scheduler with probabilistic
/// guarantees of finding bugs", ASPLOS 2010. Departs from it: the nodes of a machine stand for the threads of a
/// program, and its pending events for their next steps; nodes that poll do not keep others from running for ever, as
/// in M. Musuvathi, S. Qadeer, "Fair stateless model checking", PLDI 2008.

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
  starve,   ///< one node, one link or one event is held back while anything else can happen, so many times
  buffers,  ///< the machine's buffers are halved, up to many times; the order is disturbed as by random
  threads,  ///< clock off, small mailboxes: real threads that yield and pause where they touch what they share
};
inline constexpr std::array kStrategies{Strategy::random, Strategy::pct, Strategy::starve, Strategy::buffers,
                                        Strategy::threads};

const char* name_of(Strategy strategy) noexcept;
std::vector<std::string> strategy_names();

/// What a strategy may choose its victims from.
struct RunSize {
  std::uint32_t nodes = 0;
  std::uint32_t links = 0;
  std::uint64_t steps = 0;  ///< about how many events the run has
};

/// The arbiter of one run. Needs: not threads, which has none.
std::unique_ptr<Arbiter> make_arbiter(Strategy strategy, std::uint64_t seed, const RunSize& size);

}  // namespace switchyard
