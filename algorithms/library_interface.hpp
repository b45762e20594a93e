#pragma once
/// \file library_interface.hpp
/// Describes the project version and the type layouts that a user's shared library was built for. A library with other
/// layouts is refused before it can corrupt memory. Each library that includes algorithms/catalogue.hpp contains the
/// description without any code of its own.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "algorithms/catalogue.hpp"
#include "runtime/event.hpp"
#include "runtime/request.hpp"
#include "runtime/run.hpp"

/// The version of the Switchyard project, as in CMakeLists.txt.
#ifndef SWITCHYARD_INTERFACE_VERSION
#define SWITCHYARD_INTERFACE_VERSION "0.1.0"
#endif

namespace switchyard {

/// The project version and the type layouts that a user's shared library was built for. The structure consists of plain
/// bytes, because the program reads it before anything else of the library can be trusted.
struct LibraryInterface {
  std::array<char, 24> version;  ///< version of the project as text, which ends with a zero byte
  std::uint64_t hash_of_type_layouts;
};

namespace detail {

/// The revision number of the interface between the program and users' shared libraries. Raise it when virtual
/// functions or the order of members change, because the sizes of types do not show such changes.
inline constexpr std::uint64_t kInterfaceRevision = 6;

/// Returns the FNV-1a hash of the sizes and alignments of all types that the program and a user's shared library
/// exchange.
template <class... Types>
consteval std::uint64_t hash_of_layouts() {
  std::uint64_t hash = 0xcbf29ce484222325ULL ^ kInterfaceRevision;
  for (const std::size_t number : {sizeof(Types)..., alignof(Types)...}) hash = (hash ^ number) * 0x100000001b3ULL;
  return hash;
}

consteval LibraryInterface interface_of(std::string_view version) {
  LibraryInterface made{
      {},
      hash_of_layouts<Algorithm, Catalogue, machines::MachineKind, machines::MachineChoice, machines::Setting,
                      PatternKind, ApplicationKind, ApplicationMeasurement, ProgramKind, CommunicationMatrix, Schedule,
                      NodeTraffic, Node, NodeProgram, Request, Event, Fabric, FabricStatistics, MachineModel, Constant,
                      ProcessorRates, RunOptions, RunReport, Rng, std::string>()};
  for (std::size_t i = 0; i < version.size() && i + 1 < made.version.size(); ++i) made.version[i] = version[i];
  return made;
}

}  // namespace detail
}  // namespace switchyard

/// The project version and the type layouts that a shared library was built for. The variable is a weak symbol, because
/// each source file of a library defines it. It is not an inline variable, because the loader keeps only one copy of
/// each inline variable for the whole process, and looking the variable up in a library would find the program's own
/// copy.
extern "C" {
[[gnu::weak, gnu::visibility("default")]] extern const switchyard::LibraryInterface switchyard_interface;
[[gnu::used]] constinit const switchyard::LibraryInterface switchyard_interface =
    switchyard::detail::interface_of(SWITCHYARD_INTERFACE_VERSION);
}
