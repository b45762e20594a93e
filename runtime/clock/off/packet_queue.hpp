#pragma once
/// \file packet_queue.hpp
/// A queue of the active messages on their way to one node, with the clock off.

#include <memory>
#include <optional>
#include <utility>

#include "runtime/active_message.hpp"
#include "runtime/atomic.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// A lock-free queue of packets (active messages), which any thread may push and one owner takes,
/// in the order in which they were pushed. The owner takes all packets at once, so that no packet
/// is accessed by two threads, as it would be in boost::lockfree::queue.
class PacketQueue {
 public:
  PacketQueue() = default;
  PacketQueue(const PacketQueue&) = delete;
  PacketQueue& operator=(const PacketQueue&) = delete;
  ~PacketQueue() {
    while (pop()) {
    }
  }

  /// Pushes a packet. Any thread may call this. Like empty(), the function is sequentially
  /// consistent.
  void push(const Packet& packet) {
    QueuedPacket* const link = new QueuedPacket{packet, latest_.load()};
    while (!latest_.compare_exchange_weak(link->next, link)) {
    }
  }

  /// Returns whether the queue has no packet. Only the owner may call empty() and pop().
  bool empty() const { return oldest_ == nullptr && latest_.load() == nullptr; }

  std::optional<Packet> pop() {
    if (oldest_ == nullptr) {
      for (QueuedPacket* link = latest_.exchange(nullptr); link != nullptr;) {
        QueuedPacket* const next = std::exchange(link->next, oldest_);
        oldest_ = std::exchange(link, next);
      }
    }
    if (oldest_ == nullptr) return std::nullopt;
    const std::unique_ptr<QueuedPacket> link(std::exchange(oldest_, oldest_->next));
    return link->packet;
  }

 private:
  struct QueuedPacket {
    Packet packet;
    Handed<QueuedPacket*> next;  ///< the packet that was pushed before this one; once the owner has taken all packets,
                                 ///< the packet pushed after this one
  };

  alignas(kCacheLine) Atomic<QueuedPacket*> latest_{nullptr};
  alignas(kCacheLine)
      QueuedPacket* oldest_ = nullptr;  ///< first packet of the list, from old to new, that the owner has taken and not
                                        ///< popped
};

}  // namespace switchyard
