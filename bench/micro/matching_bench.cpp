/// The host time of finding the posted receive for a message, or the early message for a receive,
/// among few and among many waiting receives or messages. The time of each search should not depend
/// on how many are waiting.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "runtime/matching.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kSourceCount = 16;
constexpr std::int64_t kSmallWaitingReceiveCount = 10, kLargeWaitingReceiveCount = 10'000;

/// Returns `count` message labels (source and tag) that are all different, in random order.
std::vector<MessageLabel> random_message_labels(std::uint32_t count) {
  std::vector<MessageLabel> result;
  for (std::uint32_t i = 0; i < count; ++i) result.push_back({NodeId{i % kSourceCount}, Tag{i / kSourceCount}});
  Rng random(1);
  for (std::uint32_t i = count; i > 1; --i) std::swap(result[i - 1], result[random.random_number_below(i)]);
  return result;
}

std::vector<Request> receive_requests_for(const std::vector<MessageLabel>& wanted) {
  std::vector<Request> result(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    result[i].kind = Request::Kind::receive;
    result[i].peer = wanted[i].source;
    result[i].tag = wanted[i].tag;
  }
  return result;
}

/// Measures posting all receives first, and then matching an incoming message to each of them, in another order.
void measure_posted_receives(benchmark::State& state) {
  const auto count = static_cast<std::uint32_t>(state.range(0));
  std::vector<MessageLabel> messages = random_message_labels(count);
  std::vector<Request> wanted = receive_requests_for(messages);
  std::ranges::reverse(messages);
  PostedReceives posted;
  for (auto _ : state) {
    for (Request& receive : wanted) posted.post(receive);
    for (const MessageLabel& message : messages) benchmark::DoNotOptimize(posted.take_first_match(message));
  }
  state.SetItemsProcessed(state.iterations() * count);
}
BENCHMARK(measure_posted_receives)
    ->Name("matching/posted_receives")
    ->Arg(kSmallWaitingReceiveCount)
    ->Arg(kLargeWaitingReceiveCount);

/// Measures adding all early messages (which arrive before their receives are posted) first, and then matching a
/// receive to each of them, in another order.
void measure_early_messages(benchmark::State& state) {
  const auto count = static_cast<std::uint32_t>(state.range(0));
  std::vector<MessageLabel> order = random_message_labels(count);
  std::vector<EarlyMessage> messages(count);
  for (std::uint32_t i = 0; i < count; ++i) messages[i].label = order[i];
  std::ranges::reverse(order);
  std::vector<Request> wanted = receive_requests_for(order);
  EarlyMessages<EarlyMessage> early;
  for (auto _ : state) {
    for (EarlyMessage& message : messages) early.add(message);
    for (const Request& receive : wanted) benchmark::DoNotOptimize(early.take_message_for(receive));
  }
  state.SetItemsProcessed(state.iterations() * count);
}
BENCHMARK(measure_early_messages)
    ->Name("matching/early_messages")
    ->Arg(kSmallWaitingReceiveCount)
    ->Arg(kLargeWaitingReceiveCount);

}  // namespace
}  // namespace switchyard
