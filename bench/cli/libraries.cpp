#include "bench/cli/libraries.hpp"

#include <utility>

#include "algorithms/library.hpp"

namespace switchyard::cli {

Option load_option(Libraries& libraries) {
  Option option{"--load", "LIBRARY",
                "a shared library that adds algorithms, machines, patterns, applications or programs, such as "
                "./mine.so; repeats",
                [&libraries](const std::string& text) {
                  add_library(libraries.catalogue, "--load", text);
                  libraries.paths.push_back(text);
                },
                true};
  option.first = true;
  return that_reads(std::move(option));
}

std::string load_text(const Libraries& libraries) {
  std::string text;
  for (const std::string& path : libraries.paths) text += " --load " + path;
  return text;
}

}  // namespace switchyard::cli
