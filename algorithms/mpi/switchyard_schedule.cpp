#include "algorithms/mpi/switchyard_schedule.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/collective_algorithms.hpp"
#include "machines/machine_catalogue.hpp"
#include "machines/machine_file.hpp"
#include "machines/unlimited.hpp"
#include "runtime/group/exchange_plans.hpp"
#include "runtime/nearest.hpp"

struct switchyard_schedule {
  switchyard_pace pace = SWITCHYARD_AT_ONCE;
  /// for each rank, its steps of the exchange in the order in which it carries them out
  std::vector<std::vector<switchyard_step>> steps = {};
};

namespace switchyard {
namespace {

constexpr std::uint64_t kScheduleSeed = 1;

switchyard_pace convert_exchange_pace_to_c(ExchangePace pace) {
  switch (pace) {
    case ExchangePace::at_once:
      return SWITCHYARD_AT_ONCE;
    case ExchangePace::handshakes:
      return SWITCHYARD_HANDSHAKES;
    case ExchangePace::blocking:
      return SWITCHYARD_BLOCKING;
    case ExchangePace::in_turn:
      return SWITCHYARD_IN_TURN;
    case ExchangePace::synchronised:
      return SWITCHYARD_SYNCHRONISED;
  }
  return SWITCHYARD_AT_ONCE;
}

std::vector<std::string> scheduler_names() {
  std::vector<std::string> names;
  const Catalogue catalogue = shipped_algorithms();
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    if (algorithm.collective_pace) names.push_back(algorithm.name);
  }
  return names;
}

std::vector<std::string> candidate_scheduler_names() {
  std::vector<std::string> names{"ac"};
  for (const auto& algorithm : neighbor_exchange_algorithms(shipped_algorithms())) names.push_back(algorithm->name);
  return names;
}

const char* scheduler_name_or_null_at_index(const std::vector<std::string>& names, int number) {
  const bool is_there = number >= 0 && static_cast<std::size_t>(number) < names.size();
  return is_there ? names[static_cast<std::size_t>(number)].c_str() : nullptr;
}

std::shared_ptr<const ExchangeAlgorithm> find_scheduler(const std::string& name) {
  const Catalogue catalogue = shipped_algorithms();
  const auto names = scheduler_names();
  if (std::ranges::find(names, name) == names.end()) {
    throw UsageError(mistake_for_unknown_name("schedule", name, names, "schedule"));
  }
  return make_exchange_algorithm(catalogue.find("schedule", name));
}

Machine make_named_machine(const std::string& name, std::uint32_t ranks) {
  machines::MachineChoice choice;
  if (name.ends_with(".toml")) {
    choice = machines::read_machine_file(name);
  } else {
    choice.name = name;
  }
  choice.input_place_of_machine_name = choice.input_place_of_node_count = "schedule";
  choice.nodes = ranks;
  return machines::make_machine(choice);
}

ExchangePattern pattern_of(std::uint32_t ranks, std::span<const switchyard_message> messages) {
  ExchangePattern pattern;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) pattern.members.push_back(NodeId{rank});
  for (const switchyard_message& message : messages) {
    const auto source = static_cast<std::uint32_t>(message.source);
    const auto destination = static_cast<std::uint32_t>(message.destination);
    if (source >= ranks || destination >= ranks || source == destination || message.bytes == 0) {
      throw UsageError("a message is empty, or is not between two of the ranks", "leave it out");
    }
    pattern.messages.push_back({source, destination, message.bytes});
  }
  std::ranges::sort(pattern.messages);
  const auto same = [](const GroupMessage& a, const GroupMessage& b) {
    return a.source == b.source && a.destination == b.destination;
  };
  if (std::ranges::adjacent_find(pattern.messages, same) != pattern.messages.end()) {
    throw UsageError("two messages have the same source and destination", "put them together");
  }
  return pattern;
}

bool is_complete_exchange(const ExchangePattern& pattern) {
  const auto ranks = pattern.members.size();
  return pattern.messages.size() == ranks * (ranks - 1) &&
         std::ranges::adjacent_find(pattern.messages, std::ranges::not_equal_to{}, &GroupMessage::bytes) ==
             pattern.messages.end();
}

void check_algorithm_fits(const ExchangeAlgorithm& algorithm, const MachineModel& machine,
                          const ExchangePattern& pattern) {
  const auto ranks = static_cast<std::uint32_t>(pattern.members.size());
  std::string fault = algorithm.reason_group_cannot_use_algorithm
                          ? algorithm.reason_group_cannot_use_algorithm(machine, ranks)
                          : std::string();
  if (fault.empty() && algorithm.is_for_complete_exchanges_only && !is_complete_exchange(pattern)) {
    fault = "needs messages of one size between all ranks";
  }
  if (!fault.empty()) throw UsageError("schedule " + algorithm.name + " " + fault, "take another one");
}

int peer_rank_or_minus_one(const std::optional<PlannedMessage>& message) {
  return message ? static_cast<int>(message->rank) : -1;
}

std::unique_ptr<switchyard_schedule> schedule_from_plan(const ExchangePlan& plan) {
  auto made = std::make_unique<switchyard_schedule>();
  made->pace = convert_exchange_pace_to_c(plan.pace);
  for (const auto& parts : plan.parts) {
    auto& steps = made->steps.emplace_back();
    for (const ExchangePhaseOfMember& part : parts)
      steps.push_back({peer_rank_or_minus_one(part.send), peer_rank_or_minus_one(part.receive)});
  }
  return made;
}

std::unique_ptr<switchyard_schedule> make_schedule_by_name(std::string_view name, std::uint32_t ranks,
                                                           std::span<const switchyard_message> messages) {
  const std::size_t at = name.find('@');
  const auto algorithm = find_scheduler(std::string(name.substr(0, at)));
  const Machine machine = at == std::string_view::npos ? machines::unlimited(ranks)
                                                       : make_named_machine(std::string(name.substr(at + 1)), ranks);
  const ExchangePattern pattern = pattern_of(ranks, messages);
  check_algorithm_fits(*algorithm, machine.model(), pattern);
  return schedule_from_plan(*ExchangePlans(kScheduleSeed).find_or_make_plan(machine.model(), algorithm, pattern));
}

void copy_to_buffer(const char* text, char* where, std::size_t size) {
  if (size == 0) return;
  const std::size_t length = std::min(std::strlen(text), size - 1);
  std::memcpy(where, text, length);
  where[length] = '\0';
}

}  // namespace
}  // namespace switchyard

extern "C" {

switchyard_schedule* switchyard_schedule_make(const char* name, int ranks, const switchyard_message* messages,
                                              size_t message_count, char* error, size_t error_size) {
  try {
    if (ranks < 1) throw switchyard::UsageError("a schedule needs a rank", "give at least one");
    return switchyard::make_schedule_by_name(name, static_cast<std::uint32_t>(ranks), {messages, message_count})
        .release();
  } catch (const std::exception& problem) {
    switchyard::copy_to_buffer(problem.what(), error, error_size);
    return nullptr;
  }
}

void switchyard_schedule_free(switchyard_schedule* schedule) { delete schedule; }

switchyard_pace switchyard_schedule_pace(const switchyard_schedule* schedule) { return schedule->pace; }

size_t switchyard_schedule_steps(const switchyard_schedule* schedule, int rank, const switchyard_step** steps) {
  const auto& all = schedule->steps[static_cast<std::size_t>(rank)];
  *steps = all.data();
  return all.size();
}

const char* switchyard_schedule_name(int number) {
  static const std::vector<std::string> names = switchyard::scheduler_names();
  return switchyard::scheduler_name_or_null_at_index(names, number);
}

const char* switchyard_schedule_candidate(int number) {
  static const std::vector<std::string> names = switchyard::candidate_scheduler_names();
  return switchyard::scheduler_name_or_null_at_index(names, number);
}

}  // extern "C"
