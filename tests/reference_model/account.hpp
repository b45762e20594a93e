#pragma once
/// \file account.hpp
/// A summary of a run of a tiny program, as one line of text: how the run ended, how many operations each node has
/// done, and which result each operation had. The library and the reference model give the same line for the same
/// behaviour.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/reference_model/tiny_program.hpp"

namespace switchyard::reference {

/// Returns a text that stands for a message by its contents: its source, and the position of its send among the
/// operations of the source.
std::string format_message_by_source_and_position(std::uint32_t source, std::uint32_t place);
/// Returns a text that stands for a message by its label: source, tag and size.
std::string format_message_by_label(std::uint32_t source, std::uint32_t tag, std::uint32_t bytes);
/// The text for a message without data, if the operation does not return the label of the message.
inline constexpr const char* kEmptyMessageText = "empty";
inline constexpr const char* kCancelledReceiveText = "taken back";

struct NodeRunSummary {
  std::uint32_t completed_operation_count = 0;  ///< number of operations that the node has done
  /// The result of each operation of the node; empty for an operation without a result.
  std::vector<std::string> results_by_operation{};
};

struct RunSummary {
  std::string run_outcome_name{};  ///< how the run ended, such as "completed" or "deadlock"
  std::vector<NodeRunSummary> nodes{};

  explicit RunSummary(const TinyProgram& program);
  /// Returns the summary in one line of text. If an error of the program has stopped the run, the line says only how
  /// the run ended.
  std::string format_run_summary_line() const;
};

}  // namespace switchyard::reference
