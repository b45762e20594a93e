#pragma once
/// \file protocol.hpp
/// Protocols and routes that a program can choose for its messages, on machines that offer a choice. The runtime only
/// knows that there are such choices; a machine declares which ones it has and what they mean (MachineModel::protocols,
/// MachineModel::route_choices). It is an error to ask a machine for a choice that it lacks.

#include <cstdint>
#include <string_view>

namespace switchyard {

enum class Protocol : std::uint16_t {
  automatic,  ///< the protocol that the machine uses for messages of programs that name none
  bulk,       ///< a bulk transfer to a bulk port; the request's `data` is its BulkData
  library,    ///< for a message inside a collective or a one-sided access, for which the library has a buffer ready
  // A number from kSmallestMachineProtocolNumber on stands for a protocol that only certain machines have; see
  // protocol_named().
};
inline constexpr std::uint16_t kSmallestMachineProtocolNumber = 0x8000;

/// Returns the Protocol value for a protocol of a machine with this name. The value depends on the name only, and so is
/// the same on all machines.
constexpr Protocol protocol_named(std::string_view name) noexcept {
  std::uint32_t hash = 2166136261U;  // start value of the FNV-1a hash
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return static_cast<Protocol>((hash ^ (hash >> 16U)) % kSmallestMachineProtocolNumber +
                               kSmallestMachineProtocolNumber);
}
constexpr bool is_machine_specific(Protocol protocol) noexcept {
  return static_cast<std::uint16_t>(protocol) >= kSmallestMachineProtocolNumber;
}

/// One protocol that a machine has.
struct ProtocolInfo {
  const char* name;                              ///< name that users write, such as "forced"
  const char* meaning;                           ///< explanation of the protocol for users
  bool needs_posted_receive_at_arrival = false;  ///< whether a message that finds no posted receive is discarded
  constexpr Protocol id() const noexcept { return protocol_named(name); }
};

/// Which of a machine's routes a message takes.
enum class Route : std::uint8_t {
  automatic,  ///< the machine's usual route
  first,      ///< the route of Routes::route
  second,     ///< the route of Routes::find_second_route
};

}  // namespace switchyard
