#include "tests/fuzz/target.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "runtime/error.hpp"

namespace switchyard::fuzz {

void abort_with_message_unless_true(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "found: %s\n", what);
  std::abort();
}

std::string path_of_temporary_file_with_content(std::string_view content) {
  static const int file = ::memfd_create("input", MFD_CLOEXEC);
  const bool written = file >= 0 && ::ftruncate(file, 0) == 0 &&
                       ::pwrite(file, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size());
  abort_with_message_unless_true(written, "the host has no memory for a file");
  return "/proc/self/fd/" + std::to_string(file);
}

}  // namespace switchyard::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace switchyard;
  try {
    fuzz::run_target_on_fuzzer_input({reinterpret_cast<const char*>(data), size});
  } catch (const UsageError& error) {
    const std::string_view text = error.what();
    fuzz::abort_with_message_unless_true(
        !text.empty() && std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' '; }),
        "the text of an error is not one printable line");
  }
  return 0;
}
