#pragma once
/// \file ipsc860.hpp
/// The Intel iPSC/860: a circuit-switched hypercube of i860 nodes; and the iPSC/2, the same network between slower
/// nodes.
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

/// Constants of the iPSC/860 or iPSC/2. A lone FORCED message of m bytes over h hops takes 95 + 0.394 m + 10.3 h us [B,
/// sec. 2.2].
struct Ipsc860Options {
  std::uint32_t nodes = 64;  ///< number of nodes: a power of two, 1 to 8192

  Duration send_overhead = std::chrono::microseconds{50};     ///< fitted value: the sender's share of the 95 us
  Duration receive_overhead = std::chrono::microseconds{45};  ///< fitted value: the receiver's share of the 95 us
  /// recalled value: receive overhead of a message without data; with it, a FORCED message of zero bytes over h hops
  /// takes 82.5 + 10.3 h us
  Duration zero_receive_overhead = std::chrono::nanoseconds{32500};
  Duration hop = std::chrono::nanoseconds{10300};  ///< value from [B, sec. 2.2]: time of a circuit for each link
  /// value from [B, sec. 2.2]: time per byte of FORCED messages, and of UNFORCED messages up to 100 bytes
  TimePerByte forced_per_byte{std::chrono::nanoseconds{394}};
  /// value from [B, sec. 2.2]: time per byte of UNFORCED messages above 100 bytes
  TimePerByte unforced_per_byte{std::chrono::nanoseconds{398}};

  std::uint64_t short_message = 100;  ///< value from [B, sec. 2.2]: longest message that needs no reservation
  /// value from [B]: processor time to prepare a reserve or an acknowledge circuit, which is half of the difference of
  /// 164 us and 95 us
  Duration leg_overhead = std::chrono::nanoseconds{34500};
  /// value from [B]: time that a reserve or acknowledge circuit takes for each link, which is half of the difference of
  /// 29.9 us and 10.3 us
  Duration leg_hop = std::chrono::nanoseconds{9800};
  /// fitted value: random change of the preparation time of each reserve or acknowledge circuit,
  /// uniform between minus and plus this value
  Duration leg_jitter = std::chrono::nanoseconds{17500};

  /// fitted value: additional time of a circuit if its head had to wait for a link and its message
  /// has data
  Duration blocked_penalty = std::chrono::microseconds{130};
  /// fitted value: the data phases of a node in opposite directions may overlap if they start
  /// within this time of each other
  Duration duplex_window = std::chrono::microseconds{15};

  /// assumed value: bytes of each node's system buffer, which stores UNFORCED messages without a posted receive
  std::uint64_t system_buffer = 1U << 20U;
  /// assumed value: time of copying each byte of a stored message out of the system buffer; none is published
  TimePerByte buffer_copy_per_byte{};

  Duration shuffle_start = std::chrono::microseconds{95};  ///< fitted value: start of each shuffle in standard exchange
  /// recalled value: processor time for each byte that a shuffle or a copy by the program moves
  TimePerByte copy_per_byte{std::chrono::nanoseconds{540}};

  /// recalled value: time of the global synchronisation for each dimension of the hypercube
  Duration sync_per_dimension = std::chrono::microseconds{150};
  /// freely chosen value: longest delay of the start of each node after a synchronisation; the
  /// delay is uniform
  Duration sync_skew = std::chrono::microseconds{4};

  Duration drift = std::chrono::microseconds{4};  ///< fitted value: longest random delay of a send, uniform
  double disturbance_probability = 0.007;         ///< fitted value: probability that a send has a further delay
  /// fitted value: longest further delay of a send, uniform
  Duration disturbance = std::chrono::microseconds{150};
  /// whether there are random delays: drift, disturbance, jitter and skew; if false, a lone message takes exactly the
  /// time of the formula
  bool drift_on = true;

  /// fitted value, to four bounds of [WR, sec. 6]: time of one basic operation of a scheduling algorithm
  Duration basic_operation = std::chrono::nanoseconds{250};
  Duration poll = std::chrono::microseconds{5};  ///< assumed value: time of a test for a message that finds none
  /// assumed value: time of a floating-point operation in compiled code, at a tenth of the i860's peak rate
  Duration flop = std::chrono::nanoseconds{125};
};

/// The FORCED protocol: a message reserves nothing, and is discarded if no receive is posted when
/// it arrives.
inline constexpr Protocol kForced = protocol_named("forced");
/// The UNFORCED protocol, the default: a message is kept in a system buffer if no receive is posted
/// when it arrives; long messages first reserve room in that buffer.
inline constexpr Protocol kUnforced = protocol_named("unforced");

/// Sets the constant `name`, as `switchyard machine` prints it, from text with its unit. Error messages open with
/// `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(Ipsc860Options& options, const InputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine = "ipsc860");

/// Returns the constants of an iPSC/2 under NX/2 (1989): the same circuits between 80386 nodes with
/// slower software. A message of m bytes takes 350 + 0.36 m us up to 100 bytes and 660 + 0.36 m us
/// above, recalled from L. Bomans, D. Roose, "Benchmarking the iPSC/2 hypercube multiprocessor",
/// Concurrency: Practice and Experience 1 (1989).
Ipsc860Options ipsc2_options();

/// Makes an iPSC/860 or iPSC/2. Throws UsageError for a number of nodes that the machine cannot have. `name` is a name
/// of the catalogue, and is shown in reports.
Machine ipsc860(const Ipsc860Options& options = {}, const std::string& name = "ipsc860");

}  // namespace switchyard::machines
