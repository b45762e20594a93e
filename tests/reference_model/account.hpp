#pragma once
/// \file account.hpp
/// An account of a run of a tiny program, as one line of text: how the run ended, how far each node came, and what each
/// of its operations got. The library and the reference model give the same line for the same behaviour.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

/// The next functions name the message that an operation got, in words that use only what a program can see.
std::string message_named(std::uint32_t source, std::uint32_t place);  ///< names a message by its contents
std::string message_labelled(std::uint32_t source, std::uint32_t tag,
                             std::uint32_t bytes);  ///< names a message by its label
inline constexpr const char* kEmptyMessage =
    "empty";  ///< names a message without contents, if its label is not asked for
inline constexpr const char* kTakenBack = "taken back";

struct NodeAccount {
  std::uint32_t done = 0;                           ///< number of operations that are done
  std::vector<std::string> results_by_operation{};  ///< what each operation got, or an empty text
};

struct RunAccount {
  std::string ending{};  ///< how the run ended, such as "completed" or "deadlock"
  std::vector<NodeAccount> nodes{};

  explicit RunAccount(const TinyProgram& program);
  /// Returns the account in one line. For an ending that stops a run in the middle, it contains only the ending.
  std::string line() const;
};

}  // namespace switchyard::reference
