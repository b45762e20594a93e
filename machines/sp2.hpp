#pragma once
/// \file sp2.hpp
/// The IBM SP2: POWER2 nodes on a multistage switch that carries what their adapters give it, programmed with MPL.
///
/// Source: [M] A. Majumdar, thesis, University of Michigan, section on its IBM SP2: 40 us and 40 MB/s (printed
/// elsewhere). All that is not from there is recalled or assumed.

#include <cstdint>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// A lone message of m bytes takes send_overhead + (header + m) / bandwidth + latency + receive_overhead.
struct Sp2Options {
  std::uint32_t nodes = 32;  ///< 1 to 512

  /// printed elsewhere [M]: half of 40 us, less latency and header
  Duration send_overhead = std::chrono::nanoseconds{19550};
  Duration receive_overhead = std::chrono::nanoseconds{19550};  ///< printed elsewhere [M]: the receiver's half of 40 us
  Duration latency = std::chrono::nanoseconds{500};             ///< recalled: time through the switch
  Bandwidth bandwidth{40'000'000};  ///< printed elsewhere [M]: bandwidth into and out of a node
  std::uint64_t header = 16;        ///< assumed

  std::uint64_t system_buffer = 1U << 20U;                  ///< assumed
  TimePerByte copy_per_byte{std::chrono::nanoseconds{10}};  ///< assumed
  Duration shuffle_start = std::chrono::microseconds{5};    ///< assumed
  /// assumed: one message in each step of a global synchronisation
  Duration sync_per_step = std::chrono::microseconds{40};
  Duration basic_operation = std::chrono::nanoseconds{100};  ///< assumed
  Duration poll = std::chrono::microseconds{2};              ///< assumed
  Duration flop = std::chrono::nanoseconds{20};              ///< assumed: compiled code, a fifth of the POWER2's peak
};

/// Sets the constant `name`, as `switchyard machine` prints it, from text with its unit. `option` names the place in
/// errors. Throws UsageError for an unknown name or a wrong value.
void set_constant(Sp2Options& options, const InputPlace& place, const std::string& name, const std::string& text);

/// Throws UsageError for a number of nodes or a constant that the machine cannot have.
Machine sp2(const Sp2Options& options = {});

}  // namespace switchyard::machines
