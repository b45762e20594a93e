#pragma once
/// \file frame_variables.hpp
/// Finds where the local variables of a program lie in the stack frames of its functions, by the DWARF debugging
/// information in the program's file.
///
/// Source: DWARF Debugging Information Format, version 5, sec. 2.6, 3.3, 5 and 7.5.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace switchyard {

/// The local variables of a program that stay at one place of their function's stack frame. Only variables of functions
/// whose code compilers have left in one piece, in files compiled with -g, are known.
class StackFrameVariables {
 public:
  /// Reads the debugging information of the program at `path`. No variables are known if the program has no such
  /// information, or if it is damaged, compressed, or larger than 16 MiB.
  explicit StackFrameVariables(const std::string& path);

  /// A range of bytes in a stack frame. An offset is relative to the frame's canonical address (CFA), which is the
  /// value of the stack pointer before the call of the function.
  struct Range {
    std::int64_t begin = 0, end = 0;
  };
  /// Returns the byte range of the variables that contain the byte at offset `distance` in a stack frame of the
  /// function whose code contains offset `place` of the program. If several variables share this memory, because they
  /// do not exist at the same time, the range contains all of them. Returns nothing if no variable is known to contain
  /// the byte.
  std::optional<Range> range_of_variables_at(std::uint64_t place, std::int64_t distance) const noexcept;

 private:
  struct Variable {
    Range bytes_in_frame;
    /// Range of code in which the variable exists, as far as known, as offsets in the program.
    std::uint64_t code_begin = 0, code_end = 0;
  };
  struct FunctionVariables {
    std::uint64_t code_begin = 0, code_end = 0;
    std::vector<Variable> variables;
  };
  friend class DebuggingInformation;
  std::vector<FunctionVariables> functions_;  ///< sorted by the addresses of the functions' code
};

class Process;

/// Returns the addresses of the first byte of the local variable that contains `address`, and of the byte behind its
/// last one; nothing if no such variable is known. Call this function only while the program makes a call, on the
/// program's stack.
std::optional<std::pair<std::uintptr_t, std::uintptr_t>> local_variable_at(const Process& process,
                                                                           std::uintptr_t address);

/// Looks for a local variable of the program that contains the beginning of `memory`, but not its end. Returns the
/// addresses of the variable's first byte and of the byte behind its last one; nothing if no such variable is known.
/// Call this function only while the program makes a call, on the program's stack.
std::optional<std::pair<std::uintptr_t, std::uintptr_t>> find_overrun_local_variable(const Process& process,
                                                                                     std::span<const std::byte> memory);

}  // namespace switchyard
