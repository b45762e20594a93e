#pragma once
/// \file output.hpp
/// What the programs of one run print: kept by node, and in the same order in every run.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// A line of a program, without its end.
struct OutputLine {
  VirtualTime time{};  ///< when the node printed its end
  NodeId node{};
  bool is_error = false;  ///< on standard error
  std::string text;
};

/// One node's part of it. Owner thread only.
class NodeOutput {
 public:
  NodeOutput() = default;
  /// `is_kept`: false if nobody is told, so that no line need be kept, nor its time be known.
  explicit NodeOutput(NodeId node, bool is_kept = true) : node_(node), is_kept_(is_kept) {}

  /// Takes `text` apart into lines.
  void add(std::string_view text, bool is_error, VirtualTime now);
  /// Ends the lines that have no end.
  void finish();
  std::vector<OutputLine>& lines() noexcept { return lines_; }
  std::uint64_t bytes() const noexcept { return bytes_; }
  bool is_kept() const noexcept { return is_kept_; }
  bool is_at_line_start(bool is_error) const noexcept { return open_[is_error ? 1 : 0].empty(); }

 private:
  NodeId node_{};
  bool is_kept_ = true;
  std::vector<OutputLine> lines_;
  std::string open_[2];  ///< the line that has no end yet, of standard output and standard error
  VirtualTime last_{};
  std::uint64_t bytes_ = 0;
};

/// By time and node; lines of one node stay in their order.
void sort_lines(std::vector<OutputLine>& lines);

/// "[12] text\n"
std::string text_of(const OutputLine& line);

}  // namespace switchyard
