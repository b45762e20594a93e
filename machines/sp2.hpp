#pragma once
/// \file sp2.hpp
/// The IBM SP2: nodes with POWER2 processors on a multistage switch that can carry all data of the nodes' network
/// adapters; programmed with the library MPL.
///
/// Source: [M] A. Majumdar, thesis, University of Michigan, section on its IBM SP2: 40 us and 40 MB/s (the
/// thesis takes them from elsewhere). All constants that are not from [M] are recalled or assumed.

#include <cstdint>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of the SP2. A message of m bytes, alone in the network, takes send_overhead + (header + m) / bandwidth +
/// latency + receive_overhead.
struct Sp2Options {
  std::uint32_t nodes = 32;  ///< number of nodes, 1 to 512

  /// value from Majumdar's thesis: the sender's half of the latency of 40 us, less the time of switch and header
  Duration send_overhead = std::chrono::nanoseconds{19550};
  Duration receive_overhead =
      std::chrono::nanoseconds{19550};  ///< value from Majumdar's thesis: the receiver's half of the latency of 40 us
  /// value recalled from memory: time that a message takes through the switch
  Duration latency = std::chrono::nanoseconds{500};
  Bandwidth bandwidth{40'000'000};  ///< value from Majumdar's thesis: bandwidth into and out of a node
  std::uint64_t header = 16;        ///< assumed value: bytes of a message's header

  /// assumed value: bytes of each node's buffer for messages whose receive is not posted yet
  std::uint64_t system_buffer = 1U << 20U;
  TimePerByte copy_per_byte{std::chrono::nanoseconds{10}};  ///< assumed value: time of copying a byte in memory
  /// assumed value: fixed time of each shuffle of blocks, besides the copying
  Duration shuffle_start = std::chrono::microseconds{5};
  /// assumed value: time of each step of a barrier of all nodes, which is the time of one message
  Duration sync_per_step = std::chrono::microseconds{40};
  /// assumed value: time of one basic operation of a scheduling algorithm
  Duration basic_operation = std::chrono::nanoseconds{100};
  /// assumed value: time of a poll (test for a message) that finds no message
  Duration poll = std::chrono::microseconds{2};
  /// assumed value: time of a floating-point operation in compiled code, at a fifth of the POWER2's peak rate
  Duration flop = std::chrono::nanoseconds{20};
};

/// Sets the constant `name`, one of the names that `switchyard machine` prints, from text with its unit. Error messages
/// begin with `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(Sp2Options& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine = "sp2");

/// Makes an SP2. Throws UsageError for a number of nodes or a constant that the machine cannot have.
Machine sp2(const Sp2Options& options = {});

}  // namespace switchyard::machines
