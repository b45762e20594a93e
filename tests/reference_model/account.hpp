#pragma once
/// \file account.hpp
/// What a run of a tiny program has shown, as one line of text: how it ended, how far each node came, what each of its
/// operations got. The library and the reference model give the same line for the same behaviour.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

/// What an operation got, in words that need no more than a program sees.
std::string message_named(std::uint32_t source, std::uint32_t place);                        ///< by its contents
std::string message_labelled(std::uint32_t source, std::uint32_t tag, std::uint32_t bytes);  ///< by its label
inline constexpr const char* kEmptyMessage = "empty";  ///< without contents, its label not asked for
inline constexpr const char* kTakenBack = "taken back";

struct NodeAccount {
  std::uint32_t done = 0;          ///< so many operations
  std::vector<std::string> got{};  ///< by operation; empty if it got nothing
};

struct Account {
  std::string ending{};  ///< "completed", "deadlock", ...
  std::vector<NodeAccount> nodes{};

  explicit Account(const TinyProgram& program);
  /// Nothing but the ending for one that stops a run in the middle.
  std::string line() const;
};

}  // namespace switchyard::reference
