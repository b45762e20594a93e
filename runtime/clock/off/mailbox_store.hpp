#pragma once
/// \file mailbox_store.hpp
/// Keeps the mailboxes of nodes from one run to the next, for runs without emulated time (ClockKind::off).

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/clock/off/mailbox.hpp"

namespace switchyard {

using Mailboxes = std::vector<std::unique_ptr<Mailbox>>;

/// Keeps the mailboxes of runs that have left no messages behind, together with the lanes (queues) between them, for
/// later runs, because making mailboxes takes longer than a short run. Any thread may use the store.
class MailboxStore {
 public:
  static MailboxStore& instance() {
    static MailboxStore store;
    return store;
  }

  Mailboxes take_mailboxes(std::uint32_t nodes, std::size_t lane_capacity) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = std::ranges::find_if(kept_mailbox_sets_, [&](const Mailboxes& set) {
        return set.size() == nodes && set.front()->lane_capacity() == lane_capacity;
      });
      if (found != kept_mailbox_sets_.end()) {
        Mailboxes set = std::move(*found);
        kept_mailbox_sets_.erase(found);
        return set;
      }
    }
    Mailboxes set;
    set.reserve(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) set.push_back(std::make_unique<Mailbox>(NodeId{i}, lane_capacity));
    return set;
  }

  void keep_mailboxes_for_next_run(Mailboxes set) {
    std::size_t bytes = 0;
    for (const auto& mailbox : set) bytes += mailbox->lane_bytes();
    if (bytes > kMostBytesPerSet) return;
    for (const auto& mailbox : set) mailbox->reset_for_next_run();
    Mailboxes oldest;  // declared before the lock guard, so that the old mailboxes are destroyed after the mutex is
                       // released
    const std::lock_guard lock(mutex_);
    kept_mailbox_sets_.push_back(std::move(set));
    if (kept_mailbox_sets_.size() <= kMostKeptMailboxSets) return;
    oldest = std::move(kept_mailbox_sets_.front());
    kept_mailbox_sets_.erase(kept_mailbox_sets_.begin());
  }

 private:
  static constexpr std::size_t kMostBytesPerSet = std::size_t{32} << 20U;  ///< largest size in bytes of the lanes of
                                                                           ///< all nodes of a run; larger sets of
                                                                           ///< mailboxes are not kept
  static constexpr std::size_t kMostKeptMailboxSets = 4;

  std::mutex mutex_;
  std::vector<Mailboxes> kept_mailbox_sets_;
};

}  // namespace switchyard
