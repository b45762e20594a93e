#pragma once
/// \file ncube2.hpp
/// The nCUBE 2: a hypercube of wormhole routers with e-cube routes.
///
/// Sources: [DD] J. J. Dongarra, T. Dunigan, "Message-passing performance of various computers", UT CS-95-299 (1995),
/// not at hand, so that its numbers are called "recalled"; [S] A. J. van der Steen, overview of parallel computers
/// (1994), section on the nCUBE 2, printed elsewhere: 2.4 Mflop/s in 64 bits, links of 2.75 MB/s, up to 8192 nodes.

#include <cstdint>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of the nCUBE 2. A lone message of m bytes over h links takes send_overhead + h hop + (header + m) /
/// bandwidth + receive_overhead.
struct Ncube2Options {
  std::uint32_t nodes = 64;  ///< number of nodes: a power of two, 1 to 8192

  /// value recalled from memory of Dongarra and Dunigan 1995: the sender's half of the latency of 154 us, less the time
  /// of hop and header
  Duration send_overhead = std::chrono::nanoseconds{74800};
  /// value recalled from memory of Dongarra and Dunigan 1995: the receiver's half of the latency of 154 us
  Duration receive_overhead = std::chrono::nanoseconds{74800};
  /// value recalled from memory: time that the head of a message takes for a router and a link
  Duration hop = std::chrono::microseconds{2};
  /// value recalled from memory of Dongarra and Dunigan 1995: bandwidth of long messages; the wires of a link carry
  /// 2.75 MB/s
  Bandwidth bandwidth{1'700'000};
  std::uint64_t header = 4;       ///< assumed value: bytes of a message's header
  std::uint64_t flit_buffer = 4;  ///< assumed value: bytes of a blocked message that each link on its path buffers
  /// assumed value: bytes of each node's buffer for messages whose receive is not posted yet
  std::uint64_t system_buffer = 1U << 20U;
  TimePerByte copy_per_byte{std::chrono::nanoseconds{100}};  ///< assumed value: time of copying a byte in memory
  /// assumed value: fixed time of each shuffle of blocks, besides the copying
  Duration shuffle_start = std::chrono::microseconds{20};
  Duration sync_per_step = std::chrono::microseconds{
      154};  ///< assumed value: time of each step of a barrier of all nodes, which is the time of one message
  /// assumed value: time of one basic operation of a scheduling algorithm, a few instructions at 7.5 million a second
  Duration basic_operation = std::chrono::microseconds{1};
  /// assumed value: time of a poll (test for a message) that finds no message
  Duration poll = std::chrono::microseconds{5};
  /// value from van der Steen 1994: time of a floating-point operation, from 2.4 Mflop/s
  Duration flop = std::chrono::nanoseconds{417};
};

/// Sets the constant `name`, one of the names that `switchyard machine` prints, from text with its unit. Error messages
/// begin with `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(Ncube2Options& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine = "ncube2");

/// Makes an nCUBE 2. Throws UsageError for a number of nodes or a constant that the machine cannot have.
Machine ncube2(const Ncube2Options& options = {});

}  // namespace switchyard::machines
