#pragma once
/// \file strategy.hpp
/// The strategies that disturb a run in order to show faults that stay hidden in an undisturbed
/// run.
///
/// Source of pct: S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A randomized scheduler
/// with probabilistic guarantees of finding bugs", ASPLOS 2010. Departs from it: nodes of a
/// machine take the role of threads, and pending events that of their next steps. Nodes that poll
/// do not keep others from running for ever, as in M. Musuvathi, S. Qadeer, "Fair stateless model
/// checking", PLDI 2008.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/arbiter.hpp"

namespace switchyard {

enum class StressStrategy : std::uint8_t {
  random,  ///< from time to time a random one of the pending events comes next
  pct,     ///< the events of the node with the highest priority come first; a few times in a run that node loses its
           ///< priority
  starve,  ///< the events of one node, of one link, or a single event are delayed, a limited number of times, while all
           ///< other events go on
  halved_buffer_sizes,  ///< the sizes of the machine's buffers are halved, perhaps many times; the order of events is
                        ///< disturbed as by `random`
  threads,  ///< real threads run without emulated time (ClockKind::off), with small mailboxes, and yield and pause
            ///< where they access shared state
};
inline constexpr std::array kStrategies{StressStrategy::random, StressStrategy::pct, StressStrategy::starve,
                                        StressStrategy::halved_buffer_sizes, StressStrategy::threads};

const char* name_of(StressStrategy strategy) noexcept;
std::vector<std::string> strategy_names();

/// The size of a run, within which a strategy chooses the nodes, links and events that it disturbs.
struct RunNodeLinkAndEventCounts {
  std::uint32_t nodes = 0;
  std::uint32_t links = 0;
  std::uint64_t steps = 0;  ///< estimated number of events of the run
};

/// Returns the arbiter that disturbs one run. Needs: the strategy is not `threads`, which has no arbiter.
std::unique_ptr<Arbiter> make_arbiter(StressStrategy strategy, std::uint64_t seed,
                                      const RunNodeLinkAndEventCounts& size);

}  // namespace switchyard
