#pragma once
/// \file account.hpp
/// An account of a run of a tiny program, as one line of text: how the run ended, how far each node came, and which
/// result each operation of the node had. The library and the reference model give the same line for the same
/// behaviour.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

/// Functions that name the message which an operation has received, by what a program can see of the message.
/// Names a message by its contents, which are its source and the place of its send among the operations of the source.
std::string message_text_by_contents(std::uint32_t source, std::uint32_t place);
std::string message_text_by_label(std::uint32_t source, std::uint32_t tag,
                                  std::uint32_t bytes);  ///< Names a message by its label: source, tag and size.
inline constexpr const char* kEmptyMessageText =
    "empty";  ///< name of a message without contents whose label the operation does not show
inline constexpr const char* kCancelledReceiveText = "taken back";

struct NodeAccount {
  std::uint32_t completed_operation_count = 0;      ///< number of the node's operations that are done
  std::vector<std::string> results_by_operation{};  ///< result of each operation; empty for an operation without one
};

struct RunAccount {
  std::string ending{};  ///< how the run ended, such as "completed" or "deadlock"
  std::vector<NodeAccount> nodes{};

  explicit RunAccount(const TinyProgram& program);
  /// Returns the account in one line of text. The line has only the ending if a program error has stopped the run.
  std::string account_line() const;
};

}  // namespace switchyard::reference
