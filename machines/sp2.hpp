#pragma once
/// \file sp2.hpp
/// The IBM SP2: POWER2 nodes on a multistage switch that can carry all that the nodes' adapters give it, programmed
/// with MPL.
///
/// Source: [M] A. Majumdar, thesis, University of Michigan, section on its IBM SP2: 40 us and 40 MB/s (the
/// thesis takes them from elsewhere). All constants that are not from [M] are recalled or assumed.

#include <cstdint>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of the SP2. A lone message of m bytes takes send_overhead + (header + m) / bandwidth + latency +
/// receive_overhead.
struct Sp2Options {
  std::uint32_t nodes = 32;  ///< number of nodes, 1 to 512

  /// value printed elsewhere, in [M]: the sender's half of the latency of 40 us, less the time of switch and header
  Duration send_overhead = std::chrono::nanoseconds{19550};
  Duration receive_overhead =
      std::chrono::nanoseconds{19550};  ///< value printed elsewhere, in [M]: the receiver's half of the 40 us
  Duration latency = std::chrono::nanoseconds{500};  ///< recalled value: time through the switch
  Bandwidth bandwidth{40'000'000};  ///< value printed elsewhere, in [M]: bandwidth into and out of a node
  std::uint64_t header = 16;        ///< assumed value: bytes of a message's header

  /// assumed value: bytes of each node's buffer for messages without a posted receive
  std::uint64_t system_buffer = 1U << 20U;
  TimePerByte copy_per_byte{std::chrono::nanoseconds{10}};  ///< assumed value: time of copying a byte in memory
  Duration shuffle_start = std::chrono::microseconds{5};    ///< assumed value: start of each shuffle of many blocks
  /// assumed value: the time of one message for each step of a global synchronisation
  Duration sync_per_step = std::chrono::microseconds{40};
  /// assumed value: time of one basic operation of a scheduling algorithm
  Duration basic_operation = std::chrono::nanoseconds{100};
  Duration poll = std::chrono::microseconds{2};  ///< assumed value: time of a test for a message that finds none
  /// assumed value: time of a floating-point operation in compiled code, at a fifth of the POWER2's peak rate
  Duration flop = std::chrono::nanoseconds{20};
};

/// Sets the constant `name`, as `switchyard machine` prints it, from text with its unit. Error messages open with
/// `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(Sp2Options& options, const InputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine = "sp2");

/// Makes an SP2. Throws UsageError for a number of nodes or a constant that the machine cannot have.
Machine sp2(const Sp2Options& options = {});

}  // namespace switchyard::machines
