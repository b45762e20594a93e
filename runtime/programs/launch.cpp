#include "runtime/programs/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "runtime/error.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

std::optional<std::uint32_t> parse_number_at_front(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number == std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool skip_character_if_next(std::string_view& text, char letter) {
  if (!text.starts_with(letter)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<NodeRanges> parse_node_ranges(std::string_view text) {
  NodeRanges ranges;
  do {
    const auto first = parse_number_at_front(text);
    if (!first) return std::nullopt;
    const auto last = skip_character_if_next(text, '-') ? parse_number_at_front(text) : first;
    if (!last || *last < *first) return std::nullopt;
    ranges.push_back({*first, *last});
  } while (skip_character_if_next(text, ','));
  return text.empty() ? std::optional(std::move(ranges)) : std::nullopt;
}

std::string node_ranges_as_text(const NodeRanges& ranges) {
  std::string text;
  for (const auto& [first, last] : ranges) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", first);
    if (last != first) text += fmt::format("-{}", last);
  }
  return text;
}

const std::vector<std::string>& names_of_standard_send_settings() {
  static const std::vector<std::string> names{"machine", "zero-buffer", "infinite"};
  return names;
}

const std::string& name_of(StandardSendSetting setting) {
  return names_of_standard_send_settings()[static_cast<std::size_t>(setting)];
}

StandardSendRule standard_sends_of(StandardSendSetting setting) noexcept {
  switch (setting) {
    case StandardSendSetting::zero_buffer:
      return StandardSendRule::synchronous_from_size(0);
    case StandardSendSetting::infinite:
      return StandardSendRule::always_buffered();
    case StandardSendSetting::machine:
      break;
  }
  return {};
}

ProgramLaunch::ProgramLaunch(std::vector<PlacedProgram> programs, std::vector<std::string> words,
                             const LaunchSetting& setting, CollectiveAlgorithmsOfPrograms collectives)
    : programs_(std::move(programs)),
      program_arguments_(std::move(words)),
      setting_(setting),
      collectives_(std::move(collectives)) {}

RunMode ProgramLaunch::run_mode_with_settings(RunMode mode) const {
  mode.refuses_leaks = setting_.refuses_leaks;
  return mode;
}

NodeProgram ProgramLaunch::make_node_program(OutputSink sink, const RunMode& mode) const {
  return [settings = collectives_.collective_settings,
          program = Program::make_node_program(programs_, program_arguments_, std::move(sink),
                                               run_mode_with_settings(mode))](Node& node) {
    node.set_collective_algorithms(settings);
    program(node);
  };
}

std::string ProgramLaunch::name() const {
  std::string names;
  for (const PlacedProgram& each : programs_) names += (names.empty() ? "" : "+") + each.program->name();
  return names;
}

NodeRanges ProgramLaunch::nodes_of(const PlacedProgram& program, std::uint32_t node_count) const {
  if (program.nodes.empty()) return {{0, node_count - 1}};
  NodeRanges fewer;
  for (const auto& [first, last] : program.nodes) {
    if (first < node_count) fewer.push_back({first, std::min(last, node_count - 1)});
  }
  return fewer;
}

void ProgramLaunch::check_placement(std::uint32_t node_count) const {
  std::vector<const Program*> of_node(node_count);
  for (const PlacedProgram& each : programs_) {
    for (const auto& [first, last] : each.nodes) {
      if (last < node_count) continue;
      throw UsageError(fmt::format("{} is on node {}, and the machine has nodes 0 to {}", each.program->name(), last,
                                   node_count - 1),
                       "name nodes of the machine, or give it more of them");
    }
    for (const auto& [first, last] : nodes_of(each, node_count)) {
      for (std::uint32_t node = first; node <= last; ++node) {
        if (of_node[node] != nullptr) {
          throw UsageError(
              fmt::format("node {} has two programs, {} and {}", node, of_node[node]->name(), each.program->name()),
              "write behind each @ nodes that no other one has");
        }
        of_node[node] = each.program.get();
      }
    }
  }
  const auto none = std::ranges::find(of_node, nullptr);
  if (none == of_node.end()) return;
  throw UsageError(fmt::format("node {} has no program", none - of_node.begin()), "name it behind an @");
}

std::uint32_t ProgramLaunch::fewest_nodes() const {
  std::uint32_t fewest = 2;
  for (const PlacedProgram& each : programs_) {
    if (each.nodes.empty()) continue;
    fewest = std::max(fewest, std::ranges::min(each.nodes, {}, &NodeNumberRange::first).first + 1);
  }
  return fewest;
}

void ProgramLaunch::prepare_program_images(std::uint32_t node_count) const {
  for (const PlacedProgram& each : programs_) {
    std::size_t nodes = 0;
    for (const auto& [first, last] : nodes_of(each, node_count)) nodes += last - first + 1;
    each.program->prepare_program_images(nodes);
  }
}

std::size_t stack_bytes_of(const ProgramLaunch* launch, std::size_t asked) noexcept {
  constexpr std::size_t kOfPrograms = std::size_t{8} << 20U;
  return launch != nullptr && asked == kUsualStackBytes ? kOfPrograms : asked;
}

}  // namespace switchyard
