#pragma once
/// \file cm5.hpp
/// The Thinking Machines CM-5: SPARC nodes on a fat tree of packets and on a control network, programmed with CMMD.
///
/// Source: [P] R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns
/// on the CM-5" (1992). Each constant says whether it is printed there (paper), chosen so that printed numbers come out
/// (fitted), taken from companion reports that are not at hand (recalled), or guessed (assumed). The fitted constants
/// were fitted together, to the columns of 256 bytes of [P, Table 11] and to nothing else, except for those of active
/// messages, which were fitted to the figures 9 and 10 of [R] S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many
/// personalized communication with bounded traffic" (1995).

#include <cstdint>
#include <string>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of the CM-5. A send that starts at ts and a receive that starts at tr meet at max(ts + send_request, tr +
/// receive_post). A message of zero bytes between two nodes that start together takes 88 us.
struct Cm5Options {
  std::uint32_t nodes = 32;  ///< number of nodes: a power of two, 2 to 16384
  bool any_size = false;  ///< whether `nodes` may be any number from 2 on; partitions of a real CM-5 had powers of two

  /// fitted part of the 88 us of a zero-byte message: time until the send's request reaches the receiver
  Duration send_request = std::chrono::microseconds{44};
  Duration receive_post =
      std::chrono::microseconds{6};  ///< fitted part of the 88 us of a zero-byte message: time of posting a receive
  /// fitted part of the 88 us of a zero-byte message: time of the receiver's answer to the send's request
  Duration clear_to_send = std::chrono::microseconds{12};
  Duration data_setup = std::chrono::microseconds{12};  ///< fitted value: further setup time of a message with data
  /// fitted value: network time for each byte of a message's data, which is sent in whole packets
  TimePerByte per_byte{std::chrono::nanoseconds{158}};
  /// fitted value: processor time for each byte that a node sends or receives. Bulk transfers go at this rate (1.6 and
  /// 1.7 us a packet in Ranka et al. 1995, sec. 3). A node that sends and receives at the same time divides its
  /// processor between the two.
  TimePerByte processor_per_byte{std::chrono::nanoseconds{103}};
  Duration send_return = std::chrono::microseconds{
      1};  ///< fitted part of the 88 us of a zero-byte message: the sender's processor time after the last byte
  /// fitted part of the 88 us of a zero-byte message: the receiver's processor time after the last byte
  Duration receive_return = std::chrono::microseconds{32};

  /// assumed value: number of sends that a node may have under way; further sends wait. Sends of MPI programs and of
  /// collectives of groups do not count.
  std::uint32_t send_buffers = 8;

  /// value from Ranka et al. 1995, sec. 3: the sender's processor time for an active message
  Duration packet_send = std::chrono::nanoseconds{1600};
  /// value from Ranka et al. 1995, sec. 3: the receiver's processor time for an active message
  Duration packet_receive = std::chrono::nanoseconds{1700};
  /// fitted value: time of a single packet in an otherwise empty network
  Duration packet_latency = std::chrono::microseconds{3};
  /// assumed value: the longest additional delay of a packet that meets other packets
  Duration packet_spread = std::chrono::microseconds{2};
  /// assumed value: number of packets that a node's network interface holds; the program waits while it is full
  std::uint32_t packet_queue = 2;
  /// assumed value: number of packets to one node that may be in the network; further packets wait outside
  std::uint32_t packet_buffers = 64;
  bool interrupts = false;  ///< whether packets interrupt the nodes, which then need not poll; free choice of the user
  /// fitted value: additional processor time for a packet that interrupts its receiver
  Duration interrupt = std::chrono::microseconds{10};
  /// fitted value: shortest time between two interrupts of a node
  Duration interrupt_period = std::chrono::microseconds{25};
  /// fitted value: the sender's processor time before a bulk transfer
  Duration bulk_setup = std::chrono::microseconds{20};
  /// whether bulk transfers go no faster than ordinary messages; free choice of the user
  bool bulk_as_messages = false;

  /// value from Ponnusamy et al. 1992, sec. 2: bandwidth into and out of a node, packet headers included
  Bandwidth node_link{20'000'000};
  /// value from Ponnusamy et al. 1992: bandwidth into and out of a cluster of 4 nodes, 10 MB/s for each node
  Bandwidth cluster_of_4{40'000'000};
  /// value from Ponnusamy et al. 1992: bandwidth into and out of a cluster of 16 nodes, 5 MB/s for each node; larger
  /// clusters also have 5 MB/s for each node
  Bandwidth cluster_of_16{80'000'000};
  std::uint64_t packet = 20;          ///< value from Ponnusamy et al. 1992, sec. 2: bytes of a packet, header included
  std::uint64_t packet_payload = 16;  ///< value from Ponnusamy et al. 1992, sec. 2: bytes of data in a packet

  /// value recalled from memory: time of a barrier on the control network, which takes 2 to 5 us in Ponnusamy et al.
  /// 1992
  Duration barrier = std::chrono::microseconds{4};
  /// value from Ponnusamy et al. 1992: time of a reduction or scan on the control network, which takes 2 to 5 us
  Duration combine = std::chrono::microseconds{5};
  /// assumed value: time of a reduction or scan for each byte of a node's value, at 4 bytes a microsecond
  TimePerByte combine_per_byte{std::chrono::nanoseconds{250}};
  /// value from Ponnusamy et al. 1992: time of a broadcast on the control network, which takes 2 to 5 us
  Duration broadcast = std::chrono::microseconds{5};
  /// fitted value: time of a broadcast on the control network for each byte. With it, the broadcast algorithm REB is
  /// faster than the machine's own broadcast above 2 KB on 256 nodes, as in Ponnusamy et al. 1992, sec. 3.6.
  TimePerByte broadcast_per_byte{std::chrono::nanoseconds{1650}};

  /// fitted value: time of copying a byte, fitted to the packing and unpacking in recursive exchange
  TimePerByte copy_per_byte{std::chrono::nanoseconds{50}};
  /// assumed value: time of one basic operation of a scheduling algorithm
  Duration basic_operation = std::chrono::nanoseconds{400};
  /// assumed value: time of a poll (test for a message) that finds no message
  Duration poll = std::chrono::microseconds{2};
  /// fitted value: time of a floating-point operation, from the Fourier transforms of Ponnusamy et al. 1992, table 5
  Duration flop = std::chrono::nanoseconds{575};
};

/// Sets the constant `name`, one of the names that `switchyard machine` prints, from text with its unit. Error messages
/// begin with `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(Cm5Options& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine = "cm5");

/// Returns the constants of a CM-5 under CMMD 3 and Split-C (1993). A block of data goes at 8.06 MB/s one way. In a
/// transpose on 32 nodes, a node sends and receives as fast as the fat tree allows. All other constants are those of
/// CMMD 1.
Cm5Options cm5_cmmd3_options();

/// Makes a CM-5. Throws UsageError for a number of nodes or constants that the machine cannot have. `name` is a name of
/// the catalogue, and is shown in reports.
Machine cm5(const Cm5Options& options = {}, const std::string& name = "cm5");

}  // namespace switchyard::machines
