#pragma once
/// \file torus.hpp
/// A torus (k-ary n-cube) with wormhole routing, with the constants of a Cray T3D as far as this project knows them.
///
/// Sources: [DS] W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks",
/// IEEE Trans. Computers C-36 (1987): two channels a link. [Du] J. Duato, "A new theory of deadlock-free adaptive
/// routing in wormhole networks", IEEE Trans. Parallel and Distributed Systems 4 (1993): free channels besides.
/// [DD] J. J. Dongarra, T. Dunigan, "Message-passing performance of various computers", UT CS-95-299 (1995): the T3D's
/// latency and bandwidth, cited from memory, so no constant has the origin "paper".

#include <cstdint>
#include <string>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of a torus. A lone message of m bytes over h links takes send_overhead + h hop + (header + m) / bandwidth
/// + receive_overhead. Messages that share a link through different channels share its bandwidth.
struct TorusOptions {
  std::string size = "4x4x4";  ///< nodes along each dimension; up to kMostTorusNodes nodes and 16 dimensions
  std::string routing = "dimension_order";  ///< rule that chooses a message's path: "dimension_order" or "adaptive"
  /// number of channels of each link for dimension-order routes: 2; with 1, messages can deadlock
  std::uint32_t channels = 2;
  /// number of further channels of each link for messages that choose their way, if routing is adaptive
  std::uint32_t free_channels = 1;

  Duration send_overhead = std::chrono::nanoseconds{1500};
  Duration receive_overhead = std::chrono::nanoseconds{1500};
  Duration hop = std::chrono::nanoseconds{20};
  Bandwidth bandwidth{128'000'000};       ///< bandwidth of one message alone
  Bandwidth link_bandwidth{300'000'000};  ///< bandwidth of a link, shared by the messages on its channels
  /// bytes of the header in front of the data; a message without data has it, too
  std::uint64_t header = 16;
  std::uint64_t flit_buffer = 64;  ///< bytes of a blocked message that each channel on its path buffers

  /// bytes of each node's buffer for messages whose receive is not posted yet
  std::uint64_t system_buffer = 1U << 20U;
  TimePerByte copy_per_byte{std::chrono::nanoseconds{10}};
  Duration shuffle_start = std::chrono::microseconds{5};
  /// time of each of the ceil(log2 n) steps of a barrier of all n nodes
  Duration sync_per_step = std::chrono::nanoseconds{500};

  Duration basic_operation = std::chrono::nanoseconds{50};
  Duration poll = std::chrono::microseconds{1};
  Duration flop = std::chrono::nanoseconds{20};
};

inline constexpr std::uint32_t kMostTorusNodes = 16384;

/// Returns the size, such as "4x4x4", of a torus with this number of nodes: up to three side lengths, as equal as
/// possible.
std::string torus_size(std::uint32_t nodes);

/// Sets the constant `name`, one of the names that `switchyard machine` prints, from text with its unit. Error messages
/// begin with `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(TorusOptions& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine = "torus");

/// Makes a torus. Throws UsageError for a shape or a constant that the machine cannot have.
Machine torus(const TorusOptions& options = {});

}  // namespace switchyard::machines
