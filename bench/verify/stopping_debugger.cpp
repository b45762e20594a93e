#include "bench/verify/stopping_debugger.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Commands for gdb. Where the run stops, gdb loads the symbols of each image of a program (runtime/stop_point.hpp),
/// and prints the backtraces of all nodes.
constexpr const char* kScript = R"(set confirm off
set breakpoint pending on
break switchyard_stop_here
commands
  silent
  set $image = *(long*)&switchyard_images
  while $image != 0
    eval "add-symbol-file %s -o 0x%lx", *(char**)$image, *(long*)($image + 8)
    set $image = *(long*)($image + 16)
  end
  printf "%s\n", (char*)$rdi
  thread apply all backtrace
end
)";

}  // namespace

std::vector<std::string> stopping_debugger(const std::string& name) {
  std::string path = (std::filesystem::temp_directory_path() / "switchyard-gdb-XXXXXX").string();
  const int file = mkstemp(path.data());
  const std::string text = fmt::format("{}shell rm -f '{}'\nrun\n", kScript, path);
  const bool is_written = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (file >= 0) close(file);
  if (!is_written)
    throw HostError(fmt::format("no temporary file can be made: {}", std::generic_category().message(errno)));
  return {name, "-q", "-x", path, "--args"};
}

}  // namespace switchyard
