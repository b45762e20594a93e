#pragma once
/// \file protocol.hpp
/// How a message travels and which way it takes, where a machine lets its programs choose. The runtime knows that there
/// are such choices; which ones there are, and what they mean, is declared by the machine that has them
/// (MachineModel::protocols, MachineModel::route_choices). Asking a machine for one that it lacks is an error.

#include <cstdint>
#include <string_view>

namespace switchyard {

enum class Protocol : std::uint16_t {
  automatic,  ///< what the machine does when a program says nothing
  bulk,       ///< a bulk transfer to a port; the request's `data` is its Gather
  library,    ///< messages inside a collective: received into buffers that the library has prepared
  // Numbers from kFirstOfMachines on are machines' own; see protocol_named().
};
inline constexpr std::uint16_t kFirstOfMachines = 0x8000;

/// A machine's own protocol, by the name that the machine declares: the same value for the same name, on any machine.
constexpr Protocol protocol_named(std::string_view name) noexcept {
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return static_cast<Protocol>((hash ^ (hash >> 16U)) % kFirstOfMachines + kFirstOfMachines);
}
constexpr bool is_of_a_machine(Protocol protocol) noexcept {
  return static_cast<std::uint16_t>(protocol) >= kFirstOfMachines;
}

/// One protocol that a machine has.
struct ProtocolInfo {
  const char* name;           ///< as users write it: "forced"
  const char* meaning;        ///< for people
  bool needs_posted = false;  ///< a message that finds no posted receive is discarded
  constexpr Protocol id() const noexcept { return protocol_named(name); }
};

/// Which of a machine's routes a message takes.
enum class Route : std::uint8_t {
  automatic,  ///< the machine's usual one
  first,      ///< Routes::route
  second,     ///< Routes::second_route
};

}  // namespace switchyard
