#pragma once
/// \file known_misses.hpp
/// Where the library does not yet say what the corpus does. An entry that is no miss any more fails its test.

#include <span>
#include <string>
#include <string_view>

namespace switchyard::corpus {

struct KnownMiss {
  std::string_view program;
  std::string_view machine;  ///< empty: all
  std::string_view check;    ///< empty: all
  std::string_view why;
  bool sometimes = false;  ///< it depends on how real threads race
};

std::span<const KnownMiss> known_misses();

inline const KnownMiss* find_known_miss(std::string_view program, std::string_view machine, std::string_view check) {
  for (const KnownMiss& miss : known_misses()) {
    if (miss.program == program && (miss.machine.empty() || miss.machine == machine) &&
        (miss.check.empty() || miss.check == check))
      return &miss;
  }
  return nullptr;
}

}  // namespace switchyard::corpus
