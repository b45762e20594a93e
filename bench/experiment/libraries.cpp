#include "bench/experiment/libraries.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "algorithms/library.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Throws UsageError if the library to load is a special file: loading a FIFO would wait for its writer.
void refuse_special_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return;
  throw UsageError({.place = "--load",
                    .value = path,
                    .reason = fmt::format("cannot load {}: it is no regular file", switchyard::quoted(path)),
                    .remedy = "give a shared library"});
}

}  // namespace

CommandOption library_path_option(LoadedLibraries& libraries) {
  CommandOption option{"--load", "LIBRARY",
                       "a shared library that adds algorithms, machines, patterns, applications or programs, such as "
                       "./mine.so; repeats",
                       [&libraries](const std::string& text) {
                         refuse_special_file(text);
                         add_library(libraries.catalogue, "--load", text);
                         libraries.paths.push_back(text);
                       },
                       true};
  option.is_applied_before_remaining_options = true;
  option.work_kinds = WorkKinds::all_work_kinds;
  return mark_option_as_input_file(std::move(option));
}

std::string text_of_load_options(const LoadedLibraries& libraries) {
  std::string text;
  for (const std::string& path : libraries.paths) text += " --load " + path;
  return text;
}

}  // namespace switchyard
