#include "runtime/stress/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr std::string_view kReplayVersion = "sy1";
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 24U;  // an event stores the number of its node in 24 bits
constexpr std::uint64_t kMostNumberInReplayLine = std::numeric_limits<std::uint64_t>::max();

std::vector<std::string_view> split_at_separator(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Parses a replay line, and reports what is wrong with it.
class ReplayLineParser {
 public:
  ReplayLineParser(const UserInputPlace& place, std::string_view text)
      : place_of_replay_line_in_input_(place), replay_line_(text), line_fields_(split_at_separator(text, ':')) {}

  ReplayLineContents parse() {
    check_replay_line_version();
    ReplayLineContents key;
    key.strategy = parse_strategy(next_field("the strategy"));
    key.seed = parse_number(next_field("the seed"), "the seed", kMostNumberInReplayLine);
    key.nodes =
        static_cast<std::uint32_t>(parse_number(next_field("n and the nodes", 'n'), "the number of nodes", kMostNodes));
    if (key.nodes == 0) refuse_replay_line("there are no nodes");
    key.halvings = static_cast<unsigned>(
        parse_number(next_field("b and the halvings", 'b'), "the number of halvings", kMostBufferHalvings));
    if (next_field_number_ < line_fields_.size() && line_fields_[next_field_number_].starts_with('t'))
      key.time_limit = parse_time_limit_field(line_fields_[next_field_number_++].substr(1));
    if (next_field_number_ < line_fields_.size())
      key.arbiter_decisions = parse_decisions(line_fields_[next_field_number_++]);
    if (next_field_number_ < line_fields_.size()) refuse_replay_line("it goes on behind the decisions");
    if (key.strategy == StressStrategy::threads && !key.arbiter_decisions.empty())
      refuse_replay_line("real threads follow no decisions");
    return key;
  }

 private:
  [[noreturn]] void refuse_replay_line(const std::string& what) const {
    constexpr std::size_t kMostShown = 60;
    const bool is_long = replay_line_.size() > kMostShown;
    throw UsageError({.place = place_of_replay_line_in_input_,
                      .value = std::string(replay_line_),
                      .reason = fmt::format("{}{} is no replay string, as {}",
                                            quoted(replay_line_.substr(0, kMostShown)), is_long ? "..." : "", what),
                      .remedy = fmt::format("give one such as {}:pct:17:n3:b1:12.3,40.1", kReplayVersion)});
  }

  void check_replay_line_version() {
    if (line_fields_.front() != kReplayVersion)
      refuse_replay_line(fmt::format("it does not begin with {}:", kReplayVersion));
    next_field_number_ = 1;
  }

  /// Returns the next field of the replay line, without the letter with which the field begins.
  std::string_view next_field(const char* what, std::optional<char> letter = std::nullopt) {
    if (next_field_number_ == line_fields_.size()) refuse_replay_line(fmt::format("{} is missing", what));
    std::string_view found = line_fields_[next_field_number_++];
    if (!letter) return found;
    if (!found.starts_with(*letter)) refuse_replay_line(fmt::format("{} is missing", what));
    return found.substr(1);
  }

  std::uint64_t parse_number(std::string_view digits, const char* what, std::uint64_t most) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
    if (!is_number || value > most) refuse_replay_line(fmt::format("{} is no whole number up to {}", what, most));
    return value;
  }

  StressStrategy parse_strategy(std::string_view name) const {
    const auto names = strategy_names();
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) refuse_replay_line(fmt::format("its strategy is none of {}", fmt::join(names, ", ")));
    return kStrategies[static_cast<std::size_t>(found - names.begin())];
  }

  Duration parse_time_limit_field(std::string_view text) const {
    try {
      const Duration limit = parse_duration("", text);
      if (limit > Duration::zero()) return limit;
    } catch (const UsageError&) {  // an unreadable time is reported below, in the same way as a time that is not
                                   // positive
    }
    refuse_replay_line("its limit of time is no time with a unit");
  }

  std::vector<ArbiterDecision> parse_decisions(std::string_view list) const {
    std::vector<ArbiterDecision> result;
    for (const std::string_view pair : split_at_separator(list, ',')) {
      const std::size_t dot = std::min(pair.find('.'), pair.size());
      const std::string_view choice = pair.substr(std::min(dot + 1, pair.size()));
      const ArbiterDecision decision{parse_number(pair.substr(0, dot), "a decision's event", kMostNumberInReplayLine),
                                     parse_number(choice, "a decision's choice", kMostNumberInReplayLine)};
      if (decision.choice == 0) refuse_replay_line("a decision for the first event is none");
      if (!result.empty() && decision.step <= result.back().step) refuse_replay_line("its decisions are not in order");
      result.push_back(decision);
    }
    return result;
  }

  const UserInputPlace& place_of_replay_line_in_input_;
  std::string_view replay_line_;
  std::vector<std::string_view> line_fields_;
  std::size_t next_field_number_ = 0;
};

}  // namespace

ReplayLineContents replay_line_contents(const StressedRun& run, const RunLimits& limits) {
  return {run.strategy, run.seed, run.machine.node_count(), run.halvings, limits.time_limit, run.arbiter_decisions};
}

std::string replay_string(const ReplayLineContents& key) {
  std::string text =
      fmt::format("{}:{}:{}:n{}:b{}", kReplayVersion, name_of(key.strategy), key.seed, key.nodes, key.halvings);
  if (key.time_limit != RunLimits{}.time_limit) text += ":t" + format_duration(key.time_limit);
  char separator = ':';
  for (const ArbiterDecision& decision : key.arbiter_decisions) {
    text += fmt::format("{}{}.{}", separator, decision.step, decision.choice);
    separator = ',';
  }
  return text;
}

std::string replay_string(const StressedRun& run, const RunLimits& limits) {
  return replay_string(replay_line_contents(run, limits));
}

bool looks_like_replay_string(const std::string& text) {
  return text.starts_with("sy") && text.find(':') != std::string::npos;
}

ReplayLineContents parse_replay_string(const UserInputPlace& place, const std::string& text) {
  return ReplayLineParser(place, text).parse();
}

std::shared_ptr<const StressCase> stress_case_with_node_count(const std::shared_ptr<const StressCase>& stressed,
                                                              std::uint32_t nodes, const UserInputPlace& place) {
  const Machine& machine = stressed->machine();
  if (machine.node_count() == nodes) return stressed;
  const auto model = machine.model().with_nodes(nodes);
  auto other = model && nodes >= stressed->fewest_nodes() ? stressed->case_on_machine(Machine(model)) : nullptr;
  if (other) return other;
  throw UsageError({.place = place,
                    .reason = fmt::format("the run has {} nodes, and machine {} of {} cannot have so many here", nodes,
                                          machine.name(), machine.node_count()),
                    .remedy = fmt::format("give it {} nodes", nodes)});
}

StressedRun repeat_run(const StressCase& stressed, const ReplayLineContents& key, const RunLimits& limits,
                       RunOutcome outcome, std::uint64_t most_repeats) {
  RunLimits used = limits;
  used.time_limit = key.time_limit;
  const auto trial = stressed.make_stress_trial();
  if (key.strategy != StressStrategy::threads) {
    return rerun_with_decisions(*trial, key.halvings, key.strategy, key.seed, key.arbiter_decisions, used);
  }
  for (std::uint64_t left = most_repeats;; --left) {
    StressedRun run = carry_out_disturbed_run(*trial, StressStrategy::threads, key.seed, 0, used);
    const bool as_known = outcome == RunOutcome::completed ? run.outcome != outcome : run.outcome == outcome;
    if (as_known || left <= 1) return run;
  }
}

StressedRun replay(const Machine& machine, const NodeProgram& program, const std::string& text,
                   const RunLimits& limits) {
  const ReplayLineContents key = parse_replay_string("replay", text);
  const auto stressed = std::make_shared<const ProgramCase>(machine, program, 1);
  return repeat_run(*stress_case_with_node_count(stressed, key.nodes, "replay"), key, limits);
}

}  // namespace switchyard
