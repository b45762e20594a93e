#include "runtime/programs/mpi/message_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/programs/mpi/host_mpi.hpp"

namespace switchyard::mpi {

std::uint64_t SentMessages::add_send(const MessageStream& way, SendOrReceiveCall send) {
  const std::lock_guard lock(mutex_);
  send.send_number = ++last_message_number_;
  unmatched_sends_.emplace(way, std::move(send));
  return last_message_number_;
}

void SentMessages::stop_matching_sends(const MessageStream& way) {
  const std::lock_guard lock(mutex_);
  unmatchable_message_streams_.insert(way);
}

std::optional<SendOrReceiveCall> SentMessages::take_oldest_send(const MessageStream& way) {
  const std::lock_guard lock(mutex_);
  const auto oldest = unmatched_sends_.lower_bound(way);
  if (oldest == unmatched_sends_.end() || oldest->first != way || unmatchable_message_streams_.contains(way))
    return std::nullopt;
  SendOrReceiveCall first = std::move(oldest->second);
  unmatched_sends_.erase(oldest);
  return first;
}

std::vector<UnreceivedSend> SentMessages::unreceived_sends(NodeId source, NodeId destination, Context context) const {
  const std::lock_guard lock(mutex_);
  std::vector<UnreceivedSend> sends;
  constexpr int kFirstTag = std::numeric_limits<int>::min();
  for (auto at = unmatched_sends_.lower_bound({source, destination, context, kFirstTag}); at != unmatched_sends_.end();
       ++at) {
    const auto& [way, send] = *at;
    if (way.source != source || way.destination != destination || way.context != context) break;
    sends.push_back({way, send.send_number, send.clock_at_call});
  }
  std::ranges::sort(sends, {}, &UnreceivedSend::send_number);
  return sends;
}

void SentMessages::note_receive_of_synchronous_send(std::uint64_t number, EventClock known) {
  const std::lock_guard lock(mutex_);
  clocks_of_synchronous_receives_.emplace(number, std::move(known));
}

std::optional<EventClock> SentMessages::take_clock_of_receive(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  auto found = clocks_of_synchronous_receives_.extract(number);
  return found.empty() ? std::nullopt : std::optional(std::move(found.mapped()));
}

void PostedReceiveOrder::add_posted_receive(RecordedReceivePtr receive, Context context, int source, int tag) {
  const std::lock_guard lock(mutex_);
  EventClock known = receive->end.clock_at_call;
  posted_entries_.push_back({.receive = std::move(receive),
                             .context = context,
                             .source = source,
                             .tag = tag,
                             .clock_at_posting = std::move(known),
                             .message_stream = {}});
}

std::vector<std::optional<EventClock>> PostedReceiveOrder::clocks_of_receives(
    std::span<const UnreceivedSend> sends) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::optional<EventClock>> clocks;
  std::vector<bool> is_taken(posted_entries_.size());
  for (const UnreceivedSend& send : sends) {
    std::size_t i = 0;
    while (i < posted_entries_.size() &&
           (is_taken[i] || !may_receive_message_of(posted_entries_[i], send.message_stream)))
      ++i;
    clocks.emplace_back();
    if (i == posted_entries_.size()) continue;
    is_taken[i] = true;
    clocks.back() = posted_entries_[i].clock_at_posting;
  }
  return clocks;
}

bool PostedReceiveOrder::may_receive_message_of(const RecordedPostedReceive& entry, const MessageStream& way) noexcept {
  if (entry.message_stream) return *entry.message_stream == way;
  return entry.context == way.context &&
         (entry.source == MPI_ANY_SOURCE || entry.source == static_cast<int>(index(way.source))) &&
         (entry.tag == MPI_ANY_TAG || entry.tag == way.tag);
}

void PostedReceiveOrder::drop_cancelled_receive(const RecordedReceivePtr& receive) {
  const std::lock_guard lock(mutex_);
  std::erase_if(posted_entries_, [&](const RecordedPostedReceive& entry) { return entry.receive == receive; });
}

void PostedReceiveOrder::match_completed_receive(const RecordedReceivePtr& receive, const MessageStream& way,
                                                 SentMessages& sent, const std::function<void(RecordedReceive&)>& use) {
  const std::lock_guard lock(mutex_);
  const auto completed = std::ranges::find(posted_entries_, receive, &RecordedPostedReceive::receive);
  if (completed == posted_entries_.end()) return;
  completed->message_stream = way;
  // A completed receive gets the oldest message of its stream (messages with the same source, destination, context and
  // tag) that no receive has got. It is matched only when no earlier receive is left that may still get this message.
  for (std::size_t i = 0; i < posted_entries_.size();) {
    const RecordedPostedReceive& entry = posted_entries_[i];
    const auto before = posted_entries_.begin() + static_cast<std::ptrdiff_t>(i);
    if (!entry.message_stream || std::any_of(posted_entries_.begin(), before, [&](const RecordedPostedReceive& other) {
          return may_receive_message_of(other, *entry.message_stream);
        })) {
      ++i;
      continue;
    }
    entry.receive->send = sent.take_oldest_send(*entry.message_stream);
    if (entry.receive->send && entry.receive->send->is_synchronous && !entry.receive->is_for_matched_probe)
      sent.note_receive_of_synchronous_send(entry.receive->send->send_number, entry.clock_at_posting);
    const RecordedReceivePtr known = entry.receive;
    posted_entries_.erase(before);
    use(*known);
  }
}

std::optional<SendOrReceiveCall> UnmatchedPartitionedCalls::take_matching_call_or_store(const MessageStream& way,
                                                                                        bool is_send,
                                                                                        SendOrReceiveCall end) {
  const std::lock_guard lock(mutex_);
  const auto found = unmatched_calls_.find({way, !is_send});
  if (found == unmatched_calls_.end()) {
    unmatched_calls_.insert_or_assign({way, is_send}, std::move(end));
    return std::nullopt;
  }
  SendOrReceiveCall other = std::move(found->second);
  unmatched_calls_.erase(found);
  return other;
}

std::string type_mismatch_text(const SendOrReceiveCall& send, const SendOrReceiveCall& receive) {
  const auto difference = send.signature.first_difference_with_longer_signature(receive.signature);
  if (!difference) return {};
  return fmt::format("it receives {}, but {} has sent {}", receive.signature.text(), send.originating_call.text(),
                     send.signature.text());
}

}  // namespace switchyard::mpi
