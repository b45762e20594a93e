#pragma once
/// \file output.hpp
/// The lines that the programs of one run print. They are stored by node, and have the same order
/// in every run.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

class StateHash;

/// A line that a program has printed, without its newline character.
struct OutputLine {
  VirtualTime time{};  ///< when the node printed the end of the line
  NodeId node{};
  bool is_error = false;  ///< whether the program has printed the line on standard error
  std::string text;
  bool ends_with_newline = true;  ///< whether the program has ended the line by a newline character
};

/// The printed lines of one node. Only the thread that runs the node may use this object.
class NodeOutput {
 public:
  NodeOutput() = default;
  /// If `keeps_lines` is false, nobody needs the lines, so that neither they nor their times are
  /// stored.
  explicit NodeOutput(NodeId node, bool keeps_lines = true) : node_(node), keeps_lines_(keeps_lines) {}

  /// Adds printed text, which may contain newline characters.
  void add_text(std::string_view text, bool is_error, VirtualTime now);
  /// Ends the last line of each stream, if the program has not ended that line itself.
  void end_unfinished_output_lines();
  std::vector<OutputLine>& lines() noexcept { return lines_; }
  std::uint64_t printed_bytes() const noexcept { return printed_bytes_; }
  /// Adds the text printed so far to the hash.
  void add_to(StateHash& hash) const noexcept;
  bool keeps_lines() const noexcept { return keeps_lines_; }
  bool is_at_line_start(bool is_error) const noexcept { return unfinished_lines_[is_error ? 1 : 0].empty(); }

 private:
  NodeId node_{};
  bool keeps_lines_ = true;
  std::vector<OutputLine> lines_;
  std::string unfinished_lines_[2];  ///< the unfinished last line of standard output, and that of standard error
  VirtualTime latest_line_time_{};
  std::uint64_t printed_bytes_ = 0;
};

/// Sorts lines by time, and lines with the same time by node. Lines of one node stay in their
/// order.
void sort_lines(std::vector<OutputLine>& lines);

/// Returns a line in the form in which it is shown, with the number of its node in front, such as "[12] text\n".
std::string text_of(const OutputLine& line);

}  // namespace switchyard
