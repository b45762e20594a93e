#pragma once
/// \file packet_queue.hpp
/// A queue of the active messages on their way to one node, used only in runs without emulated time (ClockKind::off).

#include <memory>
#include <optional>
#include <utility>

#include "runtime/active_message.hpp"
#include "runtime/atomic.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// A lock-free queue of packets (active messages). Any thread may push a packet, and one owner takes packets in the
/// order in which they were pushed. The owner takes all packets of the shared list at once, so that no packet is
/// accessed by two threads, as it would be in boost::lockfree::queue.
class PacketQueue {
 public:
  PacketQueue() = default;
  PacketQueue(const PacketQueue&) = delete;
  PacketQueue& operator=(const PacketQueue&) = delete;
  ~PacketQueue() {
    while (pop()) {
    }
  }

  /// Pushes a packet. Any thread may call this. Like empty(), this function is sequentially consistent.
  void push(const Packet& packet) {
    QueuedPacket* const link = new QueuedPacket{packet, latest_pushed_packet_.load()};
    while (!latest_pushed_packet_.compare_exchange_weak(link->next, link)) {
    }
  }

  /// Returns whether the queue has no packets. Only the owner may call empty() and pop().
  bool empty() const { return oldest_taken_packet_ == nullptr && latest_pushed_packet_.load() == nullptr; }

  std::optional<Packet> pop() {
    if (oldest_taken_packet_ == nullptr) {
      for (QueuedPacket* link = latest_pushed_packet_.exchange(nullptr); link != nullptr;) {
        QueuedPacket* const next = std::exchange(link->next, oldest_taken_packet_);
        oldest_taken_packet_ = std::exchange(link, next);
      }
    }
    if (oldest_taken_packet_ == nullptr) return std::nullopt;
    const std::unique_ptr<QueuedPacket> link(std::exchange(oldest_taken_packet_, oldest_taken_packet_->next));
    return link->packet;
  }

 private:
  struct QueuedPacket {
    Packet packet;
    NonAtomicSharedVariable<QueuedPacket*>
        next;  ///< the packet that was pushed just before this one; once the owner has taken the
               ///< list, and so reversed it, the packet that was pushed just after this one
  };

  alignas(kCacheLine) Atomic<QueuedPacket*> latest_pushed_packet_{nullptr};
  alignas(kCacheLine) QueuedPacket* oldest_taken_packet_ = nullptr;  ///< the oldest packet that the owner has taken
                                                                     ///< from the shared list and not popped yet; null
                                                                     ///< if there is none
};

}  // namespace switchyard
