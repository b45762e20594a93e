#pragma once
/// \file dragonfly.hpp
/// A dragonfly with wormhole routing, with the constants of a Cray XC as far as this project knows them.
///
/// Sources: [K] J. Kim, W. J. Dally, S. Scott, D. Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA
/// 2008, 77-88: the topology, its balance, minimal and Valiant routes. [F] G. Faanes et al., "Cray Cascade: a scalable
/// HPC system based on a Dragonfly network", SC 2012: links of the Aries router. Both papers are cited from memory, so
/// no constant has the origin "paper".

#include <cstdint>
#include <string>

#include "machines/topology/dragonfly.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of a dragonfly. A lone message of m bytes over h links takes send_overhead + h hop + (header + m) /
/// bandwidth + receive_overhead. Messages that share a link through different channels share its bandwidth.
struct DragonflyOptions {
  std::uint32_t nodes_per_router = 2;   ///< number of nodes of each router; p in Kim et al. 2008
  std::uint32_t routers_per_group = 4;  ///< number of routers of each group; a in Kim et al. 2008
  std::uint32_t global_links = 2;       ///< number of links of each router to other groups; h in Kim et al. 2008
  std::uint32_t groups = 8;             ///< number of groups, at most a h + 1; g in Kim et al. 2008
  std::string routing = "minimal";      ///< usual routes: "minimal", or "valiant" for routes through a third group

  Duration send_overhead = std::chrono::nanoseconds{500};
  Duration receive_overhead = std::chrono::nanoseconds{500};
  Duration hop = std::chrono::nanoseconds{100};
  Bandwidth bandwidth{4'700'000'000};  ///< bandwidth of one message, and of a link between groups
  /// bandwidth of a link between two routers of a group, shared by the messages on its channels
  Bandwidth local_bandwidth{5'250'000'000};
  Bandwidth node_bandwidth{8'000'000'000};  ///< bandwidth of a link between a node and its router
  /// bytes of the header in front of the data; a message without data has it, too
  std::uint64_t header = 16;
  std::uint64_t flit_buffer = 64;  ///< bytes of a blocked message that each channel on its path buffers

  /// bytes of each node's buffer for messages whose receive is not posted yet
  std::uint64_t system_buffer = 1U << 20U;
  TimePerByte copy_per_byte{std::chrono::nanoseconds{1}};
  Duration shuffle_start = std::chrono::microseconds{1};
  /// time of each of the ceil(log2 n) steps of a barrier of all n nodes
  Duration sync_per_step = std::chrono::nanoseconds{700};

  Duration basic_operation = std::chrono::nanoseconds{2};
  Duration poll = std::chrono::nanoseconds{100};
  Duration flop = std::chrono::nanoseconds{1};

  constexpr DragonflyShape shape() const noexcept {
    return {nodes_per_router, routers_per_group, global_links, groups};
  }
};

inline constexpr std::uint32_t kMostDragonflyNodes = 16384;

/// Sets the constant `name`, one of the names that `switchyard machine` prints, from text with its unit. Error messages
/// begin with `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(DragonflyOptions& options, const UserInputPlace& place, const std::string& name,
                  const std::string& text, const std::string& machine = "dragonfly");

/// Makes a dragonfly. Throws UsageError for a shape or a constant that the machine cannot have.
Machine dragonfly(const DragonflyOptions& options = {});

}  // namespace switchyard::machines
