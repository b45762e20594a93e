#pragma once
/// \file library.hpp
/// Users' shared libraries that add entries to the catalogue: algorithms, machines, patterns, applications and node
/// programs.

#include <string>

#include "algorithms/catalogue.hpp"

namespace switchyard {

/// The type of the function `switchyard_register` that a shared library exports and add_library() calls.
using RegisterAlgorithms = void(Catalogue&);
inline constexpr const char* kRegisterFunctionName = "switchyard_register";
/// The name of the symbol that says for which project version and type layouts a shared library was built. A library
/// exports this symbol because it includes algorithms/catalogue.hpp.
inline constexpr const char* kLibraryInterfaceSymbol = "switchyard_interface";

/// Loads a shared library and lets it add entries to the catalogue. Machines are also added to
/// machines/machine_catalogue.hpp. The library stays loaded for as long as the process runs. Throws UsageError of one
/// line that starts with `option` if the library cannot be loaded, exports no function switchyard_register, was built
/// for another version, adds a name that is taken, or throws anything.
void add_library(Catalogue& catalogue, const std::string& option, const std::string& path);

}  // namespace switchyard
