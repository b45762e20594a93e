#pragma once
/// \file output.hpp
/// The lines that the programs of one run print. They are stored for each node, and are shown in the same order in
/// every run.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

class StateHash;

/// A line that a program has printed, without the newline character at its end.
struct OutputLine {
  VirtualTime time{};  ///< virtual time at which the node has printed the end of the line
  NodeId node{};
  bool is_error = false;  ///< whether the line was printed on standard error instead of standard output
  std::string text;
  bool ends_with_newline = true;  ///< whether the program has ended the line by a newline character
};

/// The lines that one node has printed. Only the thread that runs the node may use this object.
class NodeOutput {
 public:
  NodeOutput() = default;
  /// If `stores_printed_lines` is false, the lines are not needed, so that neither the lines nor their times are
  /// stored.
  explicit NodeOutput(NodeId node, bool stores_printed_lines = true)
      : node_(node), stores_printed_lines_(stores_printed_lines) {}

  /// Adds text that the program has printed. It may contain newline characters.
  void add_text(std::string_view text, bool is_error, VirtualTime now);
  /// Ends the last line of standard output, and that of standard error, if the program has not ended it by a newline
  /// character.
  void end_unfinished_output_lines();
  std::vector<OutputLine>& printed_lines() noexcept { return lines_; }
  std::uint64_t printed_bytes() const noexcept { return printed_bytes_; }
  /// Adds the text that the node has printed so far to the hash.
  void add_printed_text_to_hash(StateHash& hash) const noexcept;
  bool stores_printed_lines() const noexcept { return stores_printed_lines_; }
  bool is_at_line_start(bool is_error) const noexcept { return unfinished_lines_[is_error ? 1 : 0].empty(); }

 private:
  NodeId node_{};
  bool stores_printed_lines_ = true;
  std::vector<OutputLine> lines_;
  std::string unfinished_lines_[2];  ///< the unfinished last line of standard output, and that of standard error
  VirtualTime latest_line_time_{};
  std::uint64_t printed_bytes_ = 0;
};

/// Sorts printed lines by virtual time, and lines of the same time by node. Lines of one node stay in their order.
void sort_lines(std::vector<OutputLine>& lines);

/// Returns a printed line as it is shown, with the number of its node in front, such as "[12] text\n".
std::string output_line_as_text(const OutputLine& line);

}  // namespace switchyard
