#include "algorithms/exchange/leveled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/exchange/payload.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"

namespace switchyard {
namespace {

/// One message of a list whose messages have levels (time steps), with the buffers of its source and its destination.
struct BufferedMessage {
  NodeId source, destination;
  std::uint32_t number;  ///< position of the message in the list, which is also its tag
  std::uint32_t level;
  Duration ready_time;
  Route route;
  std::vector<std::byte> sent, received;
};

constexpr double kMostBytesOfAllMessages =
    1e9;  ///< limit on the bytes of all messages of a list together; the host needs memory for twice as many
/// latest time, in nanoseconds, at which a message of a list may become ready; about eleven days
constexpr double kLatestReadyNanoseconds = 1e15;

void check_sizes_and_times(std::span<const ListedMessage> messages, std::uint64_t packet_bytes, Duration unit) {
  double bytes = 0;
  for (const ListedMessage& m : messages) {
    bytes += static_cast<double>(m.packet_count) * static_cast<double>(packet_bytes);
    if (bytes > kMostBytesOfAllMessages) {
      throw UsageError(fmt::format("message {} makes it more than {:.0f} bytes in all", m.id, kMostBytesOfAllMessages),
                       "use smaller packets");
    }
    if (m.ready_time * static_cast<double>(unit.count()) <= kLatestReadyNanoseconds) continue;
    throw UsageError(fmt::format("message {} is ready at {}, later than can be emulated", m.id, m.ready_time),
                     "use an earlier time");
  }
}

/// The data that all nodes share while a list of messages is carried out. Only the source and the destination of a
/// message use its buffers, and only the destination writes the time at which the message is complete.
class MessageListRunState {
 public:
  MessageListRunState(std::span<const ListedMessage> messages, const MessageListSchedule& message_list_schedule,
                      const MessagePaths& paths, std::uint64_t packet_bytes, Duration unit, std::uint32_t nodes)
      : level_count_(message_list_schedule.level_count()),
        outgoing_messages_of_each_node_(nodes),
        incoming_messages_of_each_node_(nodes),
        completion_times_(messages.size()) {
    double first = messages.empty() ? 0 : messages.front().ready_time;
    for (const ListedMessage& message : messages) first = std::min(first, message.ready_time);
    messages_.reserve(messages.size());
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
      const ListedMessage& m = messages[i];
      if (std::max(index(m.source), index(m.destination)) >= nodes) {
        throw UsageError(fmt::format("message {} is between nodes that the machine of {} nodes has not", m.id, nodes));
      }
      if (m.source == m.destination) continue;
      const std::uint64_t bytes = m.packet_count * packet_bytes;
      const auto ready = std::llround((m.ready_time - first) * static_cast<double>(unit.count()));
      messages_.push_back(
          {m.source, m.destination, i, message_list_schedule.level_of_each_message[i], Duration{ready},
           paths.is_detour(message_list_schedule.path_of_each_message[i]) ? Route::second : Route::automatic,
           std::vector<std::byte>(bytes), std::vector<std::byte>(bytes)});
      fill_payload(messages_.back().sent, i);
    }
    for (BufferedMessage& message : messages_) {
      outgoing_messages_of_each_node_[index(message.source)].push_back(&message);
      incoming_messages_of_each_node_[index(message.destination)].push_back(&message);
    }
    for (auto* side : {&outgoing_messages_of_each_node_, &incoming_messages_of_each_node_}) {
      for (auto& buffered : *side) std::ranges::stable_sort(buffered, {}, &BufferedMessage::level);
    }
  }

  /// Sends and receives a node's messages level by level, with a barrier after each level. Within a
  /// level the node handles messages in the order in which they arrive.
  void send_and_receive_level_by_level(Node& self) {
    const auto receives = post_receives(self);
    auto sends = outgoing_messages_of_each_node_[index(self.id())].begin();
    auto arrivals = receives.begin();
    for (std::uint32_t level = 1; level <= level_count_; ++level) {
      std::vector<Handle> pending, expected;
      std::vector<BufferedMessage*> buffered;
      for (; arrivals != receives.end() && arrivals->message->level == level; ++arrivals) {
        expected.push_back(arrivals->handle);
        buffered.push_back(arrivals->message);
      }
      for (; sends != outgoing_messages_of_each_node_[index(self.id())].end() && (*sends)->level == level; ++sends) {
        pending.push_back(send_when_ready(self, **sends));
      }
      receive_messages(self, expected, buffered);
      self.wait_all(pending);
      self.barrier();
    }
  }

  void run_without_barriers(Node& self) {
    const auto receives = post_receives(self);
    std::vector<Handle> pending, expected;
    std::vector<BufferedMessage*> buffered;
    for (BufferedMessage* message : outgoing_messages_of_each_node_[index(self.id())])
      pending.push_back(send_when_ready(self, *message));
    for (const PostedReceive& receive : receives) {
      expected.push_back(receive.handle);
      buffered.push_back(receive.message);
    }
    receive_messages(self, expected, buffered);
    self.wait_all(pending);
  }

  std::vector<Duration> completion_times() && { return std::move(completion_times_); }

 private:
  struct PostedReceive {
    Handle handle;
    BufferedMessage* message;
  };

  std::vector<PostedReceive> post_receives(Node& self) {
    std::vector<PostedReceive> receives;
    for (BufferedMessage* message : incoming_messages_of_each_node_[index(self.id())]) {
      receives.push_back({self.post_receive(message->source, message->received, Tag{message->number}), message});
    }
    return receives;
  }

  static Handle send_when_ready(Node& self, const BufferedMessage& message) {
    if (message.ready_time > Duration::zero()) {
      const Duration left = VirtualTime{message.ready_time} - self.now();
      if (left > Duration::zero()) self.compute(left);
    }
    return self.post_send(message.destination, message.sent, {.tag = Tag{message.number}, .route = message.route});
  }

  void receive_messages(Node& self, std::vector<Handle>& expected, const std::vector<BufferedMessage*>& buffered) {
    for (std::size_t left = expected.size(); left > 0; --left) {
      const BufferedMessage& message = *buffered[self.wait_any(expected)];
      completion_times_[message.number] = self.now().time_since_epoch();
      if (first_corrupted_byte(message.received, message.number)) {
        throw DataError(fmt::format("the message from node {} to node {} ({} B) is corrupted", index(message.source),
                                    index(message.destination), message.received.size()),
                        DataError::Kind::corrupted);
      }
    }
  }

  std::uint32_t level_count_;
  std::vector<BufferedMessage> messages_;
  /// for each node, the messages that it sends (outgoing_messages_of_each_node_) or receives
  /// (incoming_messages_of_each_node_), sorted by level
  std::vector<std::vector<BufferedMessage*>> outgoing_messages_of_each_node_, incoming_messages_of_each_node_;
  std::vector<Duration> completion_times_;
};

}  // namespace

double MessageListRunResult::mean_completion_us() const {
  if (completion_times.empty()) return 0;
  const Duration sum = std::accumulate(completion_times.begin(), completion_times.end(), Duration::zero());
  return microseconds(sum) / static_cast<double>(completion_times.size());
}

MessageListRunResult run_leveled_list(const Machine& machine, std::span<const ListedMessage> messages,
                                      const MessageListSchedule& message_list_schedule, const MessagePaths& paths,
                                      const MessageListRunOptions& options) {
  if (message_list_schedule.level_of_each_message.size() != messages.size() ||
      paths.message_count() != messages.size()) {
    throw UsageError(fmt::format("{} levels for a list of {} messages",
                                 message_list_schedule.level_of_each_message.size(), messages.size()),
                     "give the list that they were made of");
  }
  const Duration unit = options.time_unit.value_or(machine.model().message_time(options.packet_bytes));
  check_sizes_and_times(messages, options.packet_bytes, unit);
  MessageListRunState list(messages, message_list_schedule, paths, options.packet_bytes, unit, machine.node_count());
  MessageListRunResult result;
  result.report = run(
      machine,
      [&](Node& self) {
        options.time_step_synchronization == TimeStepSynchronization::by_level
            ? list.send_and_receive_level_by_level(self)
            : list.run_without_barriers(self);
      },
      options.run);
  result.completion_times = std::move(list).completion_times();
  return result;
}

}  // namespace switchyard
