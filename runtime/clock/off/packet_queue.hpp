#pragma once
/// \file packet_queue.hpp
/// The active messages on their way to one node of a run without a clock.

#include <memory>
#include <optional>
#include <utility>

#include "runtime/active_message.hpp"
#include "runtime/atomic.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Packets from any thread to one owner, in the order in which they were pushed; lock-free. Its owner takes all that
/// there are at once, so that no packet is looked at by two threads, as it would be in boost::lockfree::queue.
class PacketQueue {
 public:
  PacketQueue() = default;
  PacketQueue(const PacketQueue&) = delete;
  PacketQueue& operator=(const PacketQueue&) = delete;
  ~PacketQueue() {
    while (pop()) {
    }
  }

  /// Any thread. Sequentially consistent, as empty() is.
  void push(const Packet& packet) {
    Link* const link = new Link{packet, latest_.load()};
    while (!latest_.compare_exchange_weak(link->next, link)) {
    }
  }

  /// Owner only, as all below.
  bool empty() const { return oldest_ == nullptr && latest_.load() == nullptr; }

  std::optional<Packet> pop() {
    if (oldest_ == nullptr) {
      for (Link* link = latest_.exchange(nullptr); link != nullptr;) {
        Link* const next = std::exchange(link->next, oldest_);
        oldest_ = std::exchange(link, next);
      }
    }
    if (oldest_ == nullptr) return std::nullopt;
    const std::unique_ptr<Link> link(std::exchange(oldest_, oldest_->next));
    return link->packet;
  }

 private:
  struct Link {
    Packet packet;
    Handed<Link*> next;  ///< the one pushed before; once taken, the one pushed after
  };

  alignas(kCacheLine) Atomic<Link*> latest_{nullptr};
  alignas(kCacheLine) Link* oldest_ = nullptr;  ///< of those taken
};

}  // namespace switchyard
