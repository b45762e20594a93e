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
/// Memory Computing Conference (1991): the Delta's links. [DD], [DS] and [Li] are not at hand, so that constants of the
/// first and the last are called "recalled".

#include <cstdint>
#include <string>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/units.hpp"

namespace switchyard::machines {

/// A lone message of m bytes over h links takes send_overhead + h hop + (header + m) / bandwidth + receive_overhead;
/// with circuits another h hop, for the acknowledge. Where a link has one channel, a message has it to itself.
struct MeshOptions {
  std::uint32_t width = 8;   ///< columns
  std::uint32_t height = 8;  ///< rows; up to kMostMeshNodes nodes

  bool circuits = false;      ///< false: wormhole
  bool shared_links = false;  ///< true: one link for both directions of a pair of neighbours
  bool any_turn = false;      ///< true: YX routes may take every turn, and can then deadlock with XY

  Duration send_overhead = std::chrono::microseconds{20};
  Duration receive_overhead = std::chrono::microseconds{20};
  Duration hop = std::chrono::nanoseconds{100};
  Bandwidth bandwidth{100'000'000};       ///< of a message alone: of a node's way in and out
  std::uint32_t channels = 1;             ///< of a link: so many messages may share it
  Bandwidth link_bandwidth{100'000'000};  ///< of a link with several channels; no less than `bandwidth`
  std::uint64_t header = 16;              ///< bytes before the data; a message without data has them too
  std::uint64_t flit_buffer = 64;         ///< what a link holds of a blocked worm

  std::uint64_t system_buffer = 1U << 20U;  ///< bytes a node for messages without a posted receive
  TimePerByte copy_per_byte{std::chrono::nanoseconds{20}};
  Duration shuffle_start = std::chrono::microseconds{20};
  Duration sync_per_step = std::chrono::microseconds{40};  ///< global synchronisation: each of ceil(log2 n) steps

  Duration basic_operation = std::chrono::nanoseconds{200};
  Duration poll = std::chrono::microseconds{2};
  Duration flop = std::chrono::nanoseconds{50};
};

inline constexpr std::uint32_t kMostMeshNodes = 16384;

/// With the message processor in use and its software tuned, as in 1995.
MeshOptions paragon_options();
/// Under OSF/1 AD R1.2, as in 1994.
MeshOptions paragon_osf12_options();
/// Under SUNMOS, as in 1994.
MeshOptions paragon_sunmos_options();
MeshOptions delta_options();

/// Sets the constant `name`, as `switchyard machine` prints it, from text with its unit. `option` names the place in
/// errors. Throws UsageError for an unknown name or a wrong value.
void set_constant(MeshOptions& options, const InputPlace& place, const std::string& name, const std::string& text);

/// Throws UsageError for a shape or a constant that the machine cannot have. `name`: what it is called in reports, one
/// of the catalogue's.
Machine mesh(const MeshOptions& options = {}, const std::string& name = "mesh");

}  // namespace switchyard::machines
