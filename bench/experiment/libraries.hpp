#pragma once
/// \file libraries.hpp
/// The option --load, spelled alike in every command: it loads users' shared libraries, which add algorithms, machines,
/// patterns, applications or programs to those that this program ships.

#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// The loaded shared libraries, and the catalogue of all algorithms, machines and other names that exist with them.
struct Libraries {
  Catalogue catalogue = shipped_algorithms();
  std::vector<std::string> paths = {};
};

/// Returns the option --load, which may be repeated. The command line applies this option before all others, because
/// their values may use names that a library adds. `libraries` must outlive the option.
CommandOption library_path_option(Libraries& libraries);

/// Returns the command-line options that load the same libraries again, such as " --load
/// ./mine.so".
std::string text_of_load_options(const Libraries& libraries);

}  // namespace switchyard
