#include "bench/verify/stopping_debugger.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Commands for the debugger gdb. When the run stops, gdb loads the symbols of each image (the copy of a program that
/// one node runs; see runtime/stop_point.hpp) and prints the backtraces of all nodes.
constexpr const char* kGdbScript = R"(set confirm off
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

std::vector<std::string> debugger_start_command_words(const std::string& name) {
  std::string path = (std::filesystem::temp_directory_path() / "switchyard-gdb-XXXXXX").string();
  const int file = mkstemp(path.data());
  const std::string text = fmt::format("{}shell rm -f '{}'\nrun\n", kGdbScript, path);
  const bool is_written = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;  // errno is saved, as close() may change it
  if (file >= 0) close(file);
  if (!is_written)
    throw HostError(fmt::format("no temporary file can be made: {}", std::generic_category().message(error)));
  return {name, "-q", "-x", path, "--args"};
}

void debug_replay(const std::string& replay, const std::vector<std::string>& libraries) {
  const char* const chosen = std::getenv("SWITCHYARD_GDB");
  std::vector<std::string> words = debugger_start_command_words(chosen == nullptr ? "gdb" : chosen);
  std::error_code ignored;
  words.push_back(std::filesystem::read_symlink("/proc/self/exe", ignored).string());
  for (const char* const word : {"verify", "--replay"}) words.emplace_back(word);
  words.push_back(replay);
  for (const std::string& path : libraries) {
    words.emplace_back("--load");
    words.push_back(path);
  }
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  throw UsageError({.place = "--gdb",
                    .value = words.front(),
                    .reason = fmt::format("{} cannot be started", switchyard::quoted(words.front())),
                    .remedy = "install it, or name another one in SWITCHYARD_GDB"});
}

}  // namespace switchyard
