#pragma once
/// \file libraries.hpp
/// --load, spelled alike in every command: what a user's libraries add to what this program ships.

#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// What is loaded, and all names there are with it.
struct Libraries {
  Catalogue catalogue = shipped_algorithms();
  std::vector<std::string> paths = {};
};

/// Repeats. Its values are set before those of other options, so that these may name what a library adds. `libraries`
/// must outlive the option.
Option load_option(Libraries& libraries);

/// As on a command line that loads the same: " --load ./mine.so".
std::string load_text(const Libraries& libraries);

}  // namespace switchyard
