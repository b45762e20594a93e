#include "runtime/programs/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "runtime/programs/state_hash.hpp"

namespace switchyard {

void NodeOutput::add_text(std::string_view text, bool is_error, VirtualTime now) {
  printed_bytes_ += text.size();
  if (!stores_printed_lines_) return;
  latest_line_time_ = std::max(latest_line_time_, now);
  std::string& open = unfinished_lines_[is_error ? 1 : 0];
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    open += text.substr(0, end);
    lines_.push_back({latest_line_time_, node_, is_error, std::exchange(open, {}), true});
    text.remove_prefix(end + 1);
  }
  open += text;
}

void NodeOutput::add_printed_text_to_hash(StateHash& hash) const noexcept {
  hash.add_number(printed_bytes_);
  hash.add_number(static_cast<std::uint64_t>(latest_line_time_.time_since_epoch().count()));
  for (const OutputLine& line : lines_) {
    hash.add_number(static_cast<std::uint64_t>(line.time.time_since_epoch().count()));
    hash.add_number(line.is_error);
    hash.add_bytes(line.text.data(), line.text.size());
  }
  for (const std::string& line : unfinished_lines_) hash.add_bytes(line.data(), line.size());
}

void NodeOutput::end_unfinished_output_lines() {
  for (const bool is_error : {false, true}) {
    std::string& open = unfinished_lines_[is_error ? 1 : 0];
    if (!open.empty()) lines_.push_back({latest_line_time_, node_, is_error, std::exchange(open, {}), false});
  }
}

void sort_lines(std::vector<OutputLine>& lines) {
  std::ranges::stable_sort(lines, [](const OutputLine& a, const OutputLine& b) {
    return std::tuple(a.time, index(a.node)) < std::tuple(b.time, index(b.node));
  });
}

std::string output_line_as_text(const OutputLine& line) {
  return fmt::format("[{}] {}\n", index(line.node), line.text);
}

}  // namespace switchyard
