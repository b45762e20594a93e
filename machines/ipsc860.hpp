#pragma once
/// \file ipsc860.hpp
/// The Intel iPSC/860: a circuit-switched hypercube of nodes with i860 processors; and the iPSC/2, the same network
/// between slower nodes.
///
/// Sources: [B] S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991); [WR] J.-C. Wang, S. Ranka,
/// "Scheduling of Unstructured Communication on the Intel iPSC/860" (1994). Each constant says whether it is printed
/// there (paper), chosen so that printed statements hold (fitted), taken from companion reports that are not at hand
/// (recalled), or guessed (assumed).

#include <cstdint>
#include <string>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of the iPSC/860 or iPSC/2. A FORCED message of m bytes over h links, alone in the network, takes 95 +
/// 0.394 m + 10.3 h us (Bokhari 1991, sec. 2.2).
struct Ipsc860Options {
  std::uint32_t nodes = 64;  ///< number of nodes: a power of two, 1 to 8192

  /// fitted value: the sender's share of the 95 us that a message takes besides its bytes and links
  Duration send_overhead = std::chrono::microseconds{50};
  /// fitted value: the receiver's share of the 95 us that a message takes besides its bytes and links
  Duration receive_overhead = std::chrono::microseconds{45};
  /// value recalled from memory: receive overhead of a message without data; with it, a FORCED message of zero bytes
  /// over h links takes 82.5 + 10.3 h us
  Duration zero_receive_overhead = std::chrono::nanoseconds{32500};
  /// value from Bokhari 1991, sec. 2.2: time for each link of a message's circuit
  Duration hop = std::chrono::nanoseconds{10300};
  /// value from Bokhari 1991, sec. 2.2: time per byte of FORCED messages, and of UNFORCED messages up to 100 bytes
  TimePerByte forced_per_byte{std::chrono::nanoseconds{394}};
  /// value from Bokhari 1991, sec. 2.2: time per byte of UNFORCED messages above 100 bytes
  TimePerByte unforced_per_byte{std::chrono::nanoseconds{398}};

  /// value from Bokhari 1991, sec. 2.2: size in bytes of the longest UNFORCED message that reserves no room in advance
  std::uint64_t short_message = 100;
  /// value from Bokhari 1991: processor time to prepare the circuit that reserves room for a long message, or the
  /// circuit that acknowledges it; half of the difference between 164 us and 95 us
  Duration leg_overhead = std::chrono::nanoseconds{34500};
  /// value from Bokhari 1991: time for each link of a circuit that reserves room or acknowledges the reservation; half
  /// of the difference between 29.9 us and 10.3 us
  Duration leg_hop = std::chrono::nanoseconds{9800};
  /// fitted value: largest random deviation from leg_overhead, the preparation time of a reserve or acknowledge
  /// circuit; uniform, in both directions
  Duration leg_jitter = std::chrono::nanoseconds{17500};

  /// fitted value: additional time of a circuit whose head had to wait for a link, if its message has data
  Duration blocked_circuit_penalty_time = std::chrono::microseconds{130};
  /// fitted value: data to and from a node may overlap if the two data phases start within this time of each other
  Duration duplex_window = std::chrono::microseconds{15};

  /// assumed value: bytes of each node's system buffer, which stores UNFORCED messages whose receive is not posted yet
  std::uint64_t system_buffer = 1U << 20U;
  /// assumed value: time of copying each byte of a stored message out of the system buffer; none is published
  TimePerByte buffer_copy_per_byte{};

  /// fitted value: fixed time of each shuffle of blocks in standard exchange, besides the copying
  Duration shuffle_start = std::chrono::microseconds{95};
  /// value recalled from memory: processor time for each byte that a shuffle of blocks or a copy by the program moves
  TimePerByte copy_per_byte{std::chrono::nanoseconds{540}};

  /// value recalled from memory: time of a barrier of all nodes, for each dimension of the hypercube
  Duration sync_per_dimension = std::chrono::microseconds{150};
  /// freely chosen value: largest random delay with which a node continues after a barrier; the delay is uniform
  Duration sync_skew = std::chrono::microseconds{4};

  /// fitted value: largest random delay of a send; the delay is uniform
  Duration drift = std::chrono::microseconds{4};
  /// fitted value: probability that a send is delayed further by a disturbance
  double disturbance_probability = 0.007;
  /// fitted value: largest further delay of a send by a disturbance; the delay is uniform
  Duration disturbance = std::chrono::microseconds{150};
  /// whether there are random delays (drift, disturbance, leg_jitter and sync_skew); if false, a message alone in the
  /// network takes exactly the time of the formula
  bool drift_on = true;

  /// value fitted to four bounds of Wang and Ranka 1994, sec. 6: time of one basic operation of a scheduling algorithm
  Duration basic_operation = std::chrono::nanoseconds{250};
  /// assumed value: time of a poll (test for a message) that finds no message
  Duration poll = std::chrono::microseconds{5};
  /// assumed value: time of a floating-point operation in compiled code, at a tenth of the i860's peak rate
  Duration flop = std::chrono::nanoseconds{125};
};

/// The FORCED protocol of the iPSC/860: a message reserves nothing, and is discarded if no receive is posted when it
/// arrives.
inline constexpr Protocol kForcedProtocol = protocol_named("forced");
/// The UNFORCED protocol of the iPSC/860, the default: a message is kept in a system buffer if no receive is posted
/// when it arrives; long messages first reserve room in that buffer.
inline constexpr Protocol kUnforcedProtocol = protocol_named("unforced");

/// Sets the constant `name`, one of the names that `switchyard machine` prints, from text with its unit. Error messages
/// begin with `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(Ipsc860Options& options, const UserInputPlace& place, const std::string& name,
                  const std::string& text, const std::string& machine = "ipsc860");

/// Returns the constants of an iPSC/2 under NX/2 (1989): the same circuits between 80386 nodes with slower software. A
/// message of m bytes takes 350 + 0.36 m us up to 100 bytes and 660 + 0.36 m us above, recalled from memory of L.
/// Bomans, D. Roose, "Benchmarking the iPSC/2 hypercube multiprocessor", Concurrency: Practice and Experience 1 (1989).
Ipsc860Options ipsc2_options();

/// Makes an iPSC/860 or iPSC/2. Throws UsageError for a number of nodes that the machine cannot have. `name` is a name
/// of the catalogue, and is shown in reports.
Machine ipsc860(const Ipsc860Options& options = {}, const std::string& name = "ipsc860");

}  // namespace switchyard::machines
