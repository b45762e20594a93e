#pragma once
/// \file mesh.hpp
/// Two-dimensional meshes with wormhole routing or circuits: a generic one, and the constants of two Intel machines.
///
/// Sources: [DD] J. J. Dongarra, T. Dunigan, "Message-passing performance of various computers", UT CS-95-299 (1995):
/// zero-byte latency and long-message bandwidth of the Paragon and the Touchstone Delta. [DS] W. J. Dally, C. L. Seitz,
/// "Deadlock-free message routing in multiprocessor interconnection networks", IEEE Trans. Computers C-36 (1987).
/// [SS] D. R. Surma, E. H.-M. Sha, TR-97-2 (1997), sec. 3: XY with restricted YX routes. [SaS] S. Saini, H. D. Simon,
/// "Applications performance under OSF/1 AD and SUNMOS on Intel Paragon XP/S-15", NASA RNR-94-016 (1994): latency and
/// bandwidth under both systems. [Li] S. L. Lillevik, "The Touchstone 30 gigaflop DELTA prototype", 6th Distributed
/// Memory Computing Conference (1991): the Delta's links. The texts of [DD], [DS] and [Li] are not at hand: constants
/// from [DD] and [Li] have the origin "recalled".

#include <cstdint>
#include <string>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// Constants of a mesh. A message of m bytes over h links, alone in the network, takes send_overhead + h hop + (header
/// + m) / bandwidth + receive_overhead; if circuits are used, the acknowledgement of the circuit takes h hop more. A
/// link with one channel carries one message at a time.
struct MeshOptions {
  std::uint32_t width = 8;   ///< number of columns
  std::uint32_t height = 8;  ///< number of rows; width times height is at most kMostMeshNodes

  bool circuits = false;      ///< whether messages use circuits; if false, wormhole routing
  bool shared_links = false;  ///< whether the two directions between neighbouring nodes share one link
  bool any_turn = false;      ///< whether YX routes may take every turn; if so, they can deadlock with XY routes

  Duration send_overhead = std::chrono::microseconds{20};
  Duration receive_overhead = std::chrono::microseconds{20};
  Duration hop = std::chrono::nanoseconds{100};
  /// bandwidth of a message alone in the network, and of the way into and out of a node
  Bandwidth bandwidth{100'000'000};
  /// number of channels of a link, that is, of messages that may share it at once
  std::uint32_t channels = 1;
  Bandwidth link_bandwidth{100'000'000};  ///< bandwidth of a link with several channels; no less than `bandwidth`
  /// bytes of the header in front of the data; a message without data has it, too
  std::uint64_t header = 16;
  std::uint64_t flit_buffer = 64;  ///< bytes of a blocked message that each link on its path buffers

  /// bytes of each node's buffer for messages whose receive is not posted yet
  std::uint64_t system_buffer = 1U << 20U;
  TimePerByte copy_per_byte{std::chrono::nanoseconds{20}};
  Duration shuffle_start = std::chrono::microseconds{20};
  /// time of each of the ceil(log2 n) steps of a barrier of all n nodes
  Duration sync_per_step = std::chrono::microseconds{40};

  Duration basic_operation = std::chrono::nanoseconds{200};
  Duration poll = std::chrono::microseconds{2};
  Duration flop = std::chrono::nanoseconds{50};
};

inline constexpr std::uint32_t kMostMeshNodes = 16384;

/// Returns the constants of the Intel Paragon in 1995, with its message processor in use and tuned software.
MeshOptions paragon_options();
/// Returns the constants of the Intel Paragon under OSF/1 AD R1.2 in 1994.
MeshOptions paragon_osf12_options();
/// Returns the constants of the Intel Paragon under SUNMOS in 1994.
MeshOptions paragon_sunmos_options();
MeshOptions delta_options();

/// Sets the constant `name`, one of the names that `switchyard machine` prints, from text with its unit. Error messages
/// begin with `place` and call the machine `machine`. Throws UsageError for an unknown name or a wrong value.
void set_constant(MeshOptions& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine = "mesh");

/// Makes a mesh. Throws UsageError for a shape or a constant that the machine cannot have. `name` is a name of the
/// catalogue, and is shown in reports.
Machine mesh(const MeshOptions& options = {}, const std::string& name = "mesh");

}  // namespace switchyard::machines
