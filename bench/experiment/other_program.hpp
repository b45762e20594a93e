#pragma once
/// \file other_program.hpp
/// Starts other programs of the host, such as gnuplot, without a shell.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// A temporary file without a name, through which this process passes input to another program or gets its output.
class AnonymousFile {
 public:
  AnonymousFile();
  ~AnonymousFile();
  AnonymousFile(const AnonymousFile&) = delete;
  AnonymousFile& operator=(const AnonymousFile&) = delete;

  /// Returns the file's descriptor, or -1 if the file could not be made.
  int descriptor() const noexcept { return descriptor_; }
  bool write_and_rewind(std::string_view text);
  std::string read_all_text();

 private:
  int descriptor_ = -1;
};

/// Starts a program, which is searched for in the folders of PATH, with the descriptors `input` and `output` as its
/// standard input and standard output. The program's standard error is discarded. Returns the id of its process, or
/// nothing if it cannot be started.
std::optional<::pid_t> start_program(std::vector<std::string> arguments, int input, int output);
/// Waits until the process has ended, and returns whether its exit code was 0.
bool wait_for_successful_exit(::pid_t process);

/// Runs a program and passes it a text as its standard input. Returns what the program prints on standard output, or
/// nothing if the program cannot be started or fails.
std::optional<std::string> output_of_program(std::vector<std::string> arguments, std::string_view input = {});

}  // namespace switchyard
