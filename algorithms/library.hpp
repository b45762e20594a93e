#pragma once
/// \file library.hpp
/// Shared libraries that add to the catalogue.

#include <string>

#include "algorithms/catalogue.hpp"

namespace switchyard {

/// Such a library exports a function of this type and name, which add_library calls.
using RegisterAlgorithms = void(Catalogue&);
inline constexpr const char* kRegisterAlgorithms = "switchyard_register";
/// And, by the header that it includes, what it was built for.
inline constexpr const char* kLibraryInterface = "switchyard_interface";

/// Loads a shared library and lets it add to the catalogue, machines also to machines/machine_catalogue.hpp; the
/// library stays loaded for as long as the process runs. Throws UsageError of one line that starts with `option` if it
/// cannot be loaded, exports no such function, was built for another version, adds a name that is taken, or throws
/// anything.
void add_library(Catalogue& catalogue, const std::string& option, const std::string& path);

}  // namespace switchyard
