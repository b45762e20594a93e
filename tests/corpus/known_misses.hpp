#pragma once
/// \file known_misses.hpp
/// Where the library does not yet say what the corpus does. An entry that is no miss any more fails its test.

#include <cstdint>
#include <string_view>
#include <vector>

namespace switchyard::corpus {

enum class Misses : std::uint8_t {
  always,     ///< each of its checks
  sometimes,  ///< not on all machines, or not in all runs
};

struct KnownMiss {
  std::string_view program;
  std::string_view machine;              ///< empty: all
  std::vector<std::string_view> checks;  ///< empty: all
  std::string_view why;
  Misses misses = Misses::always;
};

/// Null if there is none.
const KnownMiss* find_known_miss(std::string_view program, std::string_view machine, std::string_view check);

}  // namespace switchyard::corpus
