#pragma once
/// \file libraries.hpp
/// The command-line option --load, which is the same in every command. It loads shared libraries of the user, which add
/// algorithms, machines, patterns, applications or programs to those of this program.

#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// The paths of the loaded shared libraries, and the catalogue of all algorithms, machines, patterns, applications and
/// programs: those of this program and those that the libraries add.
struct LoadedLibraries {
  Catalogue catalogue = shipped_algorithms();
  std::vector<std::string> paths = {};
};

/// Returns the command-line option --load, which may be given several times. This option is applied before all other
/// options, because the values of other options may use names that a library adds. `libraries` must outlive the option.
CommandOption library_path_option(LoadedLibraries& libraries);

/// Returns the command-line options that load the same libraries again, such as " --load
/// ./mine.so".
std::string text_of_load_options(const LoadedLibraries& libraries);

}  // namespace switchyard
