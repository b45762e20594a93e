#include "runtime/stress/served_choices.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "runtime/random.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

constexpr Context kServiceContext{kFirstFreeContext};
constexpr Tag kAnswerTag{16};

/// A step of a client's program: it calls a service, sends a message to another client, or receives one from another
/// client.
struct ServiceClientStep {
  enum class Kind : std::uint8_t { call_service, send_to_client, receive_from_client };
  Kind kind = Kind::call_service;
  std::uint32_t peer = 0;
  ServiceMessageKind kind_of_service_message = ServiceMessageKind::free;
};
/// The steps of each client, indexed by node; nodes without steps are services.
using StepsByNode = std::vector<std::vector<ServiceClientStep>>;

struct ServiceCall {
  ServiceMessageKind kind{};
  std::uint32_t comparison_value = 0, operand = 0;
};

bool does_service_message_get_answer(ServiceMessageKind kind) {
  return kind != ServiceMessageKind::addition && kind != ServiceMessageKind::free;
}

/// Carries out a call to a service from node `source`. The call may change `value`, the service's value; some kinds of
/// calls get an answer.
void execute_service_call_and_send_answer(Node& self, NodeId source, const ServiceCall& call, std::uint32_t& value) {
  const std::uint32_t before = value;
  if (call.kind == ServiceMessageKind::addition) value += call.operand;
  if (call.kind == ServiceMessageKind::atomic) value = 3 * value + call.operand;
  if (call.kind == ServiceMessageKind::compare_and_swap_4_bytes && value == call.comparison_value) value = call.operand;
  if (does_service_message_get_answer(call.kind))
    self.send(source, std::as_bytes(std::span(&before, 1)), {.tag = kAnswerTag, .context = kServiceContext});
}

/// Carries out calls to the service, one after the other, until is_last(call) is true. Then writes the service's value
/// into `diary`.
void serve_calls(Node& self, const std::function<bool(const ServiceCall&)>& is_last, std::string& diary) {
  std::uint32_t value = 0;
  ServiceCall call;
  do {
    const Received got =
        self.receive(kAnyNode, std::as_writable_bytes(std::span(&call, 1)), tags_of_service_messages(kServiceContext));
    execute_service_call_and_send_answer(self, got.source, call, value);
  } while (!is_last(call));
  diary += fmt::format("{} ", value);
}

void ask_service(Node& self, NodeId service, ServiceMessageKind kind, std::string& diary) {
  const ServiceCall call{.kind = kind, .comparison_value = 0, .operand = index(self.id()) + 1};
  std::uint32_t before = 0;
  Handle answer;
  if (does_service_message_get_answer(kind))
    answer = self.post_receive(service, std::as_writable_bytes(std::span(&before, 1)), {kAnswerTag, kServiceContext});
  self.send(service, std::as_bytes(std::span(&call, 1)), {.tag = tag_of(kind), .context = kServiceContext});
  if (!does_service_message_get_answer(kind)) return;
  self.wait(answer);
  diary += fmt::format("{} ", before);
}

void run_service_or_client(Node& self, const StepsByNode& steps, std::string& diary) {
  const std::uint32_t me = index(self.id());
  if (steps[me].empty()) {
    std::uint64_t count = 0;
    for (const auto& all : steps) {
      for (const ServiceClientStep& step : all)
        count += step.kind == ServiceClientStep::Kind::call_service && step.peer == me ? 1 : 0;
    }
    if (count == 0) return;
    return serve_calls(
        self, [&](const ServiceCall& /*each*/) { return --count == 0; }, diary);
  }
  std::array<std::byte, 4> word{};
  for (const ServiceClientStep& step : steps[me]) {
    const NodeId peer{step.peer};
    if (step.kind == ServiceClientStep::Kind::call_service)
      ask_service(self, peer, step.kind_of_service_message, diary);
    if (step.kind == ServiceClientStep::Kind::send_to_client) self.send(peer, word);
    if (step.kind == ServiceClientStep::Kind::receive_from_client) self.receive(peer, word);
  }
}

using DistinctNodeTexts = std::set<std::vector<std::string>>;

/// A trial that collects the texts that the nodes' programs have recorded in each run that completes.
class StressTrialOfServiceProgram final : public StressTrial {
 public:
  explicit StressTrialOfServiceProgram(const StepsByNode& steps)
      : StressTrialOfServiceProgram(static_cast<std::uint32_t>(steps.size()), [&steps](Node& self, std::string& diary) {
          run_service_or_client(self, steps, diary);
        }) {}
  StressTrialOfServiceProgram(std::uint32_t nodes, std::function<void(Node&, std::string&)> program)
      : machine_(fixed_delay_machine({.nodes = nodes})), program_(std::move(program)) {}
  const Machine& machine() const override { return machine_; }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    if (++run_count_ >= kMostRuns) stop_source_.request_stop();
    std::vector<std::string> diary(machine.node_count());
    RunReport report = switchyard::run(
        machine, [&](Node& self) { program_(self, diary[index(self.id())]); }, options);
    collected_texts_.insert(std::move(diary));
    return report;
  }
  std::stop_token stop_token_when_done() { return stop_source_.get_token(); }
  const DistinctNodeTexts& collected_texts() const { return collected_texts_; }

 private:
  static constexpr std::uint64_t kMostRuns = kIsSanitized ? 100 : 400;
  Machine machine_;
  std::function<void(Node&, std::string&)> program_;
  DistinctNodeTexts collected_texts_;
  std::uint64_t run_count_ = 0;
  std::stop_source stop_source_;
};

std::uint64_t order_count_of(StressTrialOfServiceProgram& trial) {
  const ExhaustiveSearchReport report = explore_choices(trial);
  EXPECT_TRUE(report.has_run_all_orders) << report.proof_that_one_order_suffices.explanation;
  return report.order_count;
}

/// Returns the number of orders of events that must be tried if node 0 is a service and gets one call of each of these
/// kinds, all from different nodes.
std::uint64_t order_count_of(const std::vector<ServiceMessageKind>& kinds) {
  StepsByNode steps(1);
  for (const ServiceMessageKind kind : kinds) steps.push_back({{ServiceClientStep::Kind::call_service, 0, kind}});
  StressTrialOfServiceProgram trial(steps);
  return order_count_of(trial);
}

TEST(ServedChoices, AreOneForEachOrderOfMessagesThatConflict) {
  using enum ServiceMessageKind;
  EXPECT_EQ(order_count_of({atomic, atomic, atomic}), 6U);
  EXPECT_EQ(order_count_of({addition, addition, addition}), 1U);
  EXPECT_EQ(order_count_of({atomic_read, atomic_read, atomic_read}), 1U);
  EXPECT_EQ(order_count_of({atomic_read, atomic_read, atomic}), 4U);
  EXPECT_EQ(order_count_of({addition, addition, atomic_read}), 4U);
  EXPECT_EQ(order_count_of({free, flush, unlock, atomic}), 1U);
  EXPECT_EQ(order_count_of({exclusive_lock, shared_lock, shared_lock}), 4U);
  EXPECT_EQ(order_count_of({shared_lock, shared_lock, shared_lock}), 1U);
}

/// Three calls compare the service's value with 0 and, if it is 0, store another value. The first of them stores its
/// value, and the other two change nothing, so that their order does not matter.
TEST(ServedChoices, ComparisonsInVainDoNotConflict) {
  using enum ServiceMessageKind;
  EXPECT_EQ(order_count_of({compare_and_swap_4_bytes, compare_and_swap_4_bytes, compare_and_swap_4_bytes}), 3U);
}

TEST(ServedChoices, MessagesThatDependOnEachOtherComeInOneOrder) {
  const ServiceClientStep change{ServiceClientStep::Kind::call_service, 0, ServiceMessageKind::atomic};
  const StepsByNode steps{{},
                          {change, {ServiceClientStep::Kind::send_to_client, 2}},
                          {{ServiceClientStep::Kind::receive_from_client, 1}, change}};
  StressTrialOfServiceProgram trial(steps);
  EXPECT_EQ(order_count_of(trial), 1U);
}

/// Node 1 calls a service again and again until it finds the value that node 2 stores. Only two orders of events
/// differ: either the first call of node 1 finds the value, or some calls have not found it before.
TEST(ServedChoices, AskingInVainAgainAndAgainIsOneWay) {
  StressTrialOfServiceProgram trial(3, [](Node& self, std::string& diary) {
    const NodeId service{0};
    if (self.id() == service)
      return serve_calls(
          self, [](const ServiceCall& call) { return call.kind == ServiceMessageKind::free; }, diary);
    if (self.id() == NodeId{2}) return ask_service(self, service, ServiceMessageKind::atomic, diary);
    std::string found;
    do {
      found.clear();
      ask_service(self, service, ServiceMessageKind::atomic_read, found);
    } while (found == "0 ");
    ask_service(self, service, ServiceMessageKind::free, diary);
  });
  EXPECT_EQ(order_count_of(trial), 2U);
}

std::string steps_by_node_as_text(const StepsByNode& steps) {
  std::string text;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += fmt::format(" | {}:", i);
    for (const ServiceClientStep& step : steps[i]) {
      constexpr std::array kVerbs{"ask", "tell", "hear"};
      text += fmt::format(" {} {}", kVerbs[static_cast<std::size_t>(step.kind)], step.peer);
      if (step.kind == ServiceClientStep::Kind::call_service)
        text += fmt::format(" kind {}", static_cast<int>(step.kind_of_service_message));
    }
  }
  return text;
}

/// Returns whether the step `next` makes the same call of a service as the client's last step. The search would treat
/// such a repeated call as one that asks again in vain.
bool repeats_last_service_call(const std::vector<ServiceClientStep>& steps, const ServiceClientStep& next) {
  if (steps.empty()) return false;
  const ServiceClientStep& last = steps.back();
  return last.kind == ServiceClientStep::Kind::call_service && last.peer == next.peer &&
         last.kind_of_service_message == next.kind_of_service_message;
}

/// Returns random steps of three clients, which cannot deadlock. Nodes 0 and 1 are services.
StepsByNode random_steps(Rng& rng) {
  constexpr std::array kKinds{ServiceMessageKind::addition, ServiceMessageKind::atomic, ServiceMessageKind::atomic_read,
                              ServiceMessageKind::compare_and_swap_4_bytes, ServiceMessageKind::free};
  StepsByNode steps(5);
  const std::uint64_t count = 3 + rng.random_number_below(4);
  const auto client = [&] { return static_cast<std::uint32_t>(2 + rng.random_number_below(3)); };
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t one = client(), other = client();
    if (rng.random_number_below(4) == 0 && one != other) {
      steps[one].push_back({ServiceClientStep::Kind::send_to_client, other});
      steps[other].push_back({ServiceClientStep::Kind::receive_from_client, one});
    } else {
      const auto service = static_cast<std::uint32_t>(rng.random_number_below(2));
      const ServiceClientStep next{ServiceClientStep::Kind::call_service, service,
                                   kKinds[rng.random_number_below(kKinds.size())]};
      if (!repeats_last_service_call(steps[one], next)) steps[one].push_back(next);
    }
  }
  for (std::uint32_t i = 2; i < 5; ++i) {
    if (steps[i].empty()) steps[i].push_back({ServiceClientStep::Kind::call_service, 0, ServiceMessageKind::free});
  }
  return steps;
}

/// A search that tries one order of events for each combination of choices must find all texts that nodes can record in
/// any order of events.
TEST(ServedChoices, MissNoEndOfRandomPrograms) {
  constexpr int kPrograms = kIsSanitized ? 10 : 60;
  Rng rng(5);
  int with_several = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const StepsByNode steps = random_steps(rng);
    SCOPED_TRACE(steps_by_node_as_text(steps));
    StressTrialOfServiceProgram chosen(steps), all(steps);
    with_several += order_count_of(chosen) > 1 ? 1 : 0;
    const ExhaustiveSearchReport report =
        explore_all_orders(all, {.tries_one_order_per_choice_set_first = false}, all.stop_token_when_done());
    EXPECT_TRUE(std::ranges::includes(chosen.collected_texts(), all.collected_texts()));
    if (report.has_run_all_orders) {
      EXPECT_EQ(chosen.collected_texts(), all.collected_texts());
    }
    for (std::uint64_t seed = 0; seed < 20; ++seed) carry_out_disturbed_run(all, StressStrategy::random, seed, 60, {});
    EXPECT_TRUE(std::ranges::includes(chosen.collected_texts(), all.collected_texts()));
  }
  EXPECT_GT(with_several, kPrograms / 4);
}

}  // namespace
}  // namespace switchyard
