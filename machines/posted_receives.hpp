#pragma once
/// \file posted_receives.hpp
/// Receives that a node has posted and that no message has come for yet.

#include <array>
#include <cstdint>

#include "runtime/request.hpp"

namespace switchyard {

/// In the order in which they were posted, which their `number` holds meanwhile.
///
/// Those from one source stand in one of a few queues, those from any node in one of their own: a message looks at
/// hardly more receives than its own.
class PostedReceives {
 public:
  static bool fits(const Request& receive, NodeId source, Tag tag) noexcept {
    return receive.tag == tag && (receive.peer == kAnyNode || receive.peer == source);
  }

  void post(Request& receive) noexcept {
    receive.number = posted_++;
    receive.next = nullptr;
    Queue& queue = receive.peer == kAnyNode ? from_any_ : queue_of(receive.peer);
    (queue.first == nullptr ? queue.first : queue.last->next) = &receive;
    queue.last = &receive;
  }

  /// Takes out the first that fits; null if none does.
  Request* match(NodeId source, Tag tag) noexcept {
    Queue& queue = queue_of(source);
    const Place own = queue.find(source, tag);
    if (from_any_.first == nullptr) return queue.take(own);
    const Place any = from_any_.find(source, tag);
    return is_before(any, own) ? from_any_.take(any) : queue.take(own);
  }
  /// A message of `source` will look for its receive in a moment: first where that stands, then, once this has come,
  /// the receive.
  void prefetch_queue(NodeId source) const noexcept { prefetch_lines(&from_one_[index(source) % kQueues]); }
  void prefetch(NodeId source) const noexcept { prefetch_lines(from_one_[index(source) % kQueues].first); }

 private:
  static constexpr std::uint32_t kQueues = 16;

  struct Place {
    Request* before = nullptr;
    Request* receive = nullptr;
  };

  /// Linked through Request::next.
  struct Queue {
    Request* first = nullptr;
    Request* last = nullptr;  ///< if it is not empty

    Place find(NodeId source, Tag tag) const noexcept {
      Place at{nullptr, first};
      while (at.receive != nullptr && !fits(*at.receive, source, tag)) at = {at.receive, at.receive->next};
      return at;
    }
    Request* take(const Place& at) noexcept {
      if (at.receive == nullptr) return nullptr;
      (at.before == nullptr ? first : at.before->next) = at.receive->next;
      if (last == at.receive) last = at.before;
      return at.receive;
    }
  };

  static bool is_before(const Place& a, const Place& b) noexcept {
    if (a.receive == nullptr || b.receive == nullptr) return b.receive == nullptr;
    return static_cast<std::int32_t>(a.receive->number - b.receive->number) < 0;  // the count may wrap round
  }

  Queue& queue_of(NodeId source) noexcept { return from_one_[index(source) % kQueues]; }

  std::uint32_t posted_ = 0;
  Queue from_any_;  // what every message looks at comes first
  std::array<Queue, kQueues> from_one_;
};

}  // namespace switchyard
