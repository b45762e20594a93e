#pragma once
/// \file matching.hpp
/// Decides which receive a message is for, and which message a receive takes. Runs on all machines and under all clocks
/// (virtual, wall and off) use this code.
///
/// A message carries a label. Of the posted receives that match it, the one that was posted first gets it; of the
/// messages that match a receive and came before it, the receive takes the one that came first. Both are found in
/// constant time, whatever number of receives or messages waits: a few stand in short lists, many in hash tables. Only
/// a receive for several tags may have to pass over messages that it does not match.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "runtime/call_text.hpp"
#include "runtime/request.hpp"

namespace switchyard {

/// Returns whether `receive` selects messages by a set of tags that contains `tag`.
inline bool is_in_tag_set(const Request& receive, Tag tag) noexcept {
  const auto number = static_cast<std::uint32_t>(tag);
  return receive.mask == TagSelector::kSetOfTags && number < 31 &&
         (static_cast<std::uint32_t>(receive.tag) >> number & 1U) != 0;
}

/// Returns whether `receive`, which may also be a probe, matches a message with this label, that is, with this source,
/// tag and context.
inline bool matches(const Request& receive, const MessageLabel& message) noexcept {
  const std::uint32_t other_bits = static_cast<std::uint32_t>(receive.tag) ^ static_cast<std::uint32_t>(message.tag);
  return ((other_bits & receive.mask) == 0 || is_in_tag_set(receive, message.tag)) &&
         receive.context == message.context && (receive.peer == kAnyNode || receive.peer == message.source);
}

/// Returns the tag, mask and context by which a receive or probe selects messages, without the source.
inline TagSelector message_selector_of(const Request& receive) noexcept {
  return TagSelector::masked(receive.tag, receive.mask, receive.context);
}

/// Returns whether the message has the same context as the receive, whatever its source and tag. Deadlock reports list
/// such messages as ones that have come, but that the waiting node does not receive.
inline bool is_in_context_of(const Request& receive, const MessageLabel& message) noexcept {
  return receive.context == message.context;
}

/// Returns whether `message` is the label (source, tag, context and mode) of the message that `send` has sent.
inline bool is_label_of_sent_message(const MessageLabel& message, const Request& send) noexcept {
  return message == label_of(send);
}

namespace detail {

/// The key of receives and messages in hash tables: source, context and tag. Source and tag may be wildcards.
struct MatchingKey {
  static constexpr std::uint64_t kAnyTag = std::uint64_t{1} << 32U;
  NodeId source{};
  Context context{};
  std::uint64_t tag = 0;  ///< number of the tag, or kAnyTag if the key is for messages with any tag

  constexpr MatchingKey key_with_any_source() const noexcept { return {kAnyNode, context, tag}; }
  constexpr MatchingKey key_with_any_tag() const noexcept { return {source, context, kAnyTag}; }
};

inline std::size_t hash_of_matching_key(const MatchingKey& key) noexcept {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
  const std::uint64_t where = (std::uint64_t{index(key.source)} << 16U) | static_cast<std::uint64_t>(key.context);
  return static_cast<std::size_t>(((where * kGolden ^ key.tag) * kGolden) >> 32U);
}

inline MatchingKey matching_key_of(const MessageLabel& message) noexcept {
  return {message.source, message.context, static_cast<std::uint32_t>(message.tag)};
}
inline bool accepts_only_one_tag(const Request& receive) noexcept {
  return receive.mask == TagSelector::kMaskOfAllTagBits;
}
inline MatchingKey matching_key_of(const Request& receive) noexcept {
  return {receive.peer, receive.context,
          accepts_only_one_tag(receive) ? static_cast<std::uint32_t>(receive.tag) : MatchingKey::kAnyTag};
}

}  // namespace detail

/// The receives that a node has posted and for which no message has come yet, in the order of
/// posting. While a receive is in this list, Request::number is its position in this order.
///
/// The list keeps up to kMostReceivesWithoutHashTable receives in queues by their source, with one more queue for
/// receives from any node. If there are more, all receives are in a hash table by source, context and tag; receives for
/// more than one tag have kAnyTag in its keys.
class PostedReceives {
 public:
  void post(Request& receive) {
    if (++waiting_receive_count_ > receive_capacity_) [[unlikely]]
      rehash_to_double_size();
    receive.number = total_posted_receive_count_++;
    queue_of(detail::matching_key_of(receive)).push(receive);
    if (!detail::accepts_only_one_tag(receive)) [[unlikely]]
      ++multi_tag_receive_count_;
  }

  /// Removes the first posted receive that matches the message from the list, and returns it. Removes nothing and
  /// returns null if no receive matches, or if may(receive) returns false for the first one.
  template <class May>
  Request* take_first_match_if(const MessageLabel& message, May may) noexcept {
    if (waiting_receive_count_ == 0) return nullptr;
    const bool is_simple = has_few_receives() && receives_from_any_node_.first == nullptr;
    const FoundReceive found =
        is_simple ? find_match_in_queue(queues_by_source_[index(message.source) % kReceiveQueueCount], message)
                  : find_first_match(message);
    return found.position.receive != nullptr && may(*found.position.receive)
               ? take_receive(*found.queue, found.position)
               : nullptr;
  }
  /// Removes from the list the posted receive that comes first among those that match the message, and returns it;
  /// returns null if no receive matches.
  Request* take_first_match(const MessageLabel& message) noexcept {
    return take_first_match_if(message, [](const Request&) { return true; });
  }
  /// Removes a posted receive from the list. Returns false if the list no longer contains the receive, because a
  /// message has come for it.
  bool remove(Request& receive) noexcept {
    ReceiveQueue& queue = queue_of(detail::matching_key_of(receive));
    return take_receive(queue, queue.find_receive(receive)) != nullptr;
  }

  std::size_t size() const noexcept { return waiting_receive_count_; }

  /// Prefetches the head of the queue of receives posted for messages from `source`, because such a message will soon
  /// arrive. A later call of prefetch() prefetches the first receive of this queue.
  void prefetch_queue(NodeId source) const noexcept {
    prefetch_lines(&queues_by_source_[index(source) % kReceiveQueueCount]);
  }
  void prefetch(NodeId source) const noexcept {
    prefetch_lines(queues_by_source_[index(source) % kReceiveQueueCount].first);
  }

 private:
  static constexpr std::uint32_t kReceiveQueueCount = 16;
  static constexpr std::uint32_t kMostReceivesWithoutHashTable = 16 * kReceiveQueueCount;

  struct QueuePosition {
    Request* previous_receive = nullptr;
    Request* receive = nullptr;
  };

  /// A queue of receives, linked through Request::next.
  struct ReceiveQueue {
    Request* first = nullptr;
    Request* last = nullptr;  ///< last receive of the queue; not set if the queue is empty

    void push(Request& receive) noexcept {
      receive.next = nullptr;
      (first == nullptr ? first : last->next) = &receive;
      last = &receive;
    }
    QueuePosition find_receive(const MessageLabel& message) const noexcept {
      QueuePosition at{nullptr, first};
      while (at.receive != nullptr && !matches(*at.receive, message)) at = {at.receive, at.receive->next};
      return at;
    }
    QueuePosition find_receive(const Request& receive) const noexcept {
      QueuePosition at{nullptr, first};
      while (at.receive != nullptr && at.receive != &receive) at = {at.receive, at.receive->next};
      return at;
    }
    void remove(const QueuePosition& at) noexcept {
      (at.previous_receive == nullptr ? first : at.previous_receive->next) = at.receive->next;
      if (last == at.receive) last = at.previous_receive;
    }
    /// Appends all receives of this queue to `all`, and leaves the queue empty.
    void move_all_receives_to(std::vector<Request*>& all) {
      for (Request* receive = first; receive != nullptr; receive = receive->next) all.push_back(receive);
      first = nullptr;
    }
  };

  struct FoundReceive {
    ReceiveQueue* queue;
    QueuePosition position;
  };
  static FoundReceive find_match_in_queue(ReceiveQueue& queue, const MessageLabel& message) noexcept {
    return {&queue, queue.find_receive(message)};
  }
  /// Finds the receive that was posted first among those that match the message, in all queues that may contain it.
  [[gnu::noinline]] FoundReceive find_first_match(const MessageLabel& message) noexcept {
    const detail::MatchingKey key = detail::matching_key_of(message);
    FoundReceive first = find_match_in_queue(queue_of(key), message);
    const auto look = [&](const detail::MatchingKey& wider) {
      const FoundReceive other = find_match_in_queue(queue_of(wider), message);
      if (was_posted_before(other.position, first.position)) first = other;
    };
    if (has_few_receives()) {
      if (receives_from_any_node_.first != nullptr) look(key.key_with_any_source());
    } else {
      look(key.key_with_any_source());
      if (multi_tag_receive_count_ > 0) {
        look(key.key_with_any_tag());
        look(key.key_with_any_tag().key_with_any_source());
      }
    }
    return first;
  }

  bool has_few_receives() const noexcept { return receive_capacity_ == kMostReceivesWithoutHashTable; }
  ReceiveQueue& queue_of(const detail::MatchingKey& key) noexcept {
    if (!has_few_receives()) [[unlikely]]
      return queues_by_matching_key_[detail::hash_of_matching_key(key) & (queues_by_matching_key_.size() - 1)];
    return key.source == kAnyNode ? receives_from_any_node_ : queues_by_source_[index(key.source) % kReceiveQueueCount];
  }
  Request* take_receive(ReceiveQueue& queue, const QueuePosition& at) noexcept {
    if (at.receive == nullptr) return nullptr;
    --waiting_receive_count_;
    queue.remove(at);
    if (!detail::accepts_only_one_tag(*at.receive)) [[unlikely]]
      --multi_tag_receive_count_;
    return at.receive;
  }
  static bool was_posted_before(const Request& a, const Request& b) noexcept {
    // The difference is compared, because the numbers of the receives may wrap round.
    return static_cast<std::int32_t>(a.number - b.number) < 0;
  }
  static bool was_posted_before(const QueuePosition& a, const QueuePosition& b) noexcept {
    if (a.receive == nullptr || b.receive == nullptr) return b.receive == nullptr;
    return was_posted_before(*a.receive, *b.receive);
  }

  /// Moves all posted receives to a hash table with room for twice as many. They are inserted in the order of posting,
  /// so that each queue of the new table is in this order.
  [[gnu::noinline]] void rehash_to_double_size() {
    std::vector<Request*> all;
    receives_from_any_node_.move_all_receives_to(all);
    for (ReceiveQueue& queue : queues_by_source_) queue.move_all_receives_to(all);
    for (ReceiveQueue& queue : queues_by_matching_key_) queue.move_all_receives_to(all);
    std::ranges::sort(all, [](const Request* a, const Request* b) { return was_posted_before(*a, *b); });
    receive_capacity_ *= 2;
    queues_by_matching_key_.assign(receive_capacity_, {});
    for (Request* receive : all) queue_of(detail::matching_key_of(*receive)).push(*receive);
  }

  std::uint32_t total_posted_receive_count_ = 0;
  std::uint32_t waiting_receive_count_ = 0;
  /// The number of receives for which there is room until rehash_to_double_size() is called.
  std::uint32_t receive_capacity_ = kMostReceivesWithoutHashTable;
  // The posted receives from any node. This member comes first, because every message that arrives looks at it.
  ReceiveQueue receives_from_any_node_;
  std::array<ReceiveQueue, kReceiveQueueCount> queues_by_source_;
  std::uint32_t multi_tag_receive_count_ = 0;  ///< number of posted receives that accept more than one tag
  /// The queues of the hash table of posted receives. They are used if more than a few receives are posted. There are
  /// as many queues as receives for which there is room.
  std::vector<ReceiveQueue> queues_by_matching_key_;
};

/// Throws NodeError if a message that has found no posted receive is in ready mode, in which it
/// must not come before its receive.
inline void check_message_may_be_early(const MessageLabel& message, NodeId destination, std::uint64_t bytes,
                                       CallSite site) {
  if (must_find_receive(message.mode)) [[unlikely]]
    refuse_early_message(message, destination, bytes, site);
}
inline void check_message_may_be_early(const Request& send) {
  check_message_may_be_early(label_of(send), send.peer, send.bytes, send.site);
}

/// A message that has come before its receive was posted, as EarlyMessages stores it. Fabrics derive types with more
/// fields from this type.
struct EarlyMessage {
  MessageLabel label;  ///< label of the message; it must not change while EarlyMessages contains the message
  CallSite site;       ///< place in the program where the message was sent
  std::uint64_t bytes = 0;

 private:
  friend class EarlyMessageLists;
  struct PreviousAndNextInList {
    EarlyMessage* previous_in_list = nullptr;
    EarlyMessage* next_in_list = nullptr;
  };
  static constexpr std::size_t kListsPerMessage = 4;  ///< number of lists in which one message stands at the same time

  std::array<PreviousAndNextInList, kListsPerMessage> list_links_;
};

/// Writes the source, tag and size of a message into the probe that has found it.
inline void set_result_of_probe(Request& probe, const EarlyMessage& message) noexcept {
  probe.peer = message.label.source;
  probe.tag = message.label.tag;
  probe.bytes = message.bytes;
}

/// The part of EarlyMessages (the messages that came before their receives) that does not depend on the type of the
/// messages.
class EarlyMessageLists {
 public:
  bool empty() const noexcept { return messages_in_arrival_order_.first == nullptr; }
  std::size_t size() const noexcept { return early_message_count_; }

 protected:
  void add(EarlyMessage& message) {
    messages_in_arrival_order_.push(message);
    ++early_message_count_;
    if (message_tables_ != nullptr) [[unlikely]]
      message_tables_->add(message);
  }
  [[gnu::always_inline]] void remove(EarlyMessage& message) noexcept {
    if (message_tables_ != nullptr) [[unlikely]]
      message_tables_->remove(message, early_message_count_ == 1);
    --early_message_count_;
    messages_in_arrival_order_.remove(message);
  }
  EarlyMessage* find(const Request& receive) {
    EarlyMessage* message = messages_in_arrival_order_.first;
    for (std::size_t i = 0; message != nullptr && !matches(receive, message->label); ++i) {
      if (i == kMostMessagesWithoutHashTable) [[unlikely]]
        return find_message_with_hash_tables(receive);
      message = next_arrival(*message);
    }
    return message;
  }
  EarlyMessage* first() const noexcept { return messages_in_arrival_order_.first; }
  static EarlyMessage* next_arrival(const EarlyMessage& message) noexcept {
    return message.list_links_[kArrivalOrder].next_in_list;
  }

 private:
  /// The largest number of early messages among which a receive looks for its message one by one, without a hash table.
  static constexpr std::size_t kMostMessagesWithoutHashTable = 4;
  enum ListKind : std::uint8_t { kArrivalOrder, kListByLabel, kListByTag, kListBySource };

  /// A doubly linked list of early messages (messages that came before their receives) in the order of arrival. A
  /// message can be in several such lists at once; `which` tells the lists apart.
  template <ListKind which>
  struct MessageList {
    EarlyMessage* first = nullptr;
    EarlyMessage* last = nullptr;  ///< last message of the list; not set if the list is empty

    void push(EarlyMessage& message) noexcept {
      message.list_links_[which] = {first == nullptr ? nullptr : last, nullptr};
      (first == nullptr ? first : last->list_links_[which].next_in_list) = &message;
      last = &message;
    }
    void remove(EarlyMessage& message) noexcept {
      const auto [before, behind] = message.list_links_[which];
      (before == nullptr ? first : before->list_links_[which].next_in_list) = behind;
      (behind == nullptr ? last : behind->list_links_[which].previous_in_list) = before;
    }
    EarlyMessage* find(const Request& receive) const noexcept {
      EarlyMessage* message = first;
      while (message != nullptr && !matches(receive, message->label))
        message = message->list_links_[which].next_in_list;
      return message;
    }
  };

  /// A hash table of early messages (messages that came before their receives). It is filled when
  /// a receive looks for its message among many, and kept up to date until no message is left.
  template <ListKind which>
  class MessageTable {
   public:
    void add(EarlyMessage& message) noexcept {
      if (holds_all_messages_) list_for_message_label(message.label).push(message);
    }
    void remove(EarlyMessage& message, bool is_last) noexcept {
      if (holds_all_messages_) list_for_message_label(message.label).remove(message);
      if (is_last) holds_all_messages_ = false;
    }
    EarlyMessage* find(const Request& receive, const EarlyMessageLists& all) {
      if (!holds_all_messages_ || lists_by_key_.size() < all.early_message_count_) fill_table_from_lists(all);
      return lists_by_key_[index_of_list_for_key(detail::matching_key_of(receive))].find(receive);
    }

   private:
    std::size_t index_of_list_for_key(const detail::MatchingKey& key) const noexcept {
      return detail::hash_of_matching_key(key) & (lists_by_key_.size() - 1);
    }
    MessageList<which>& list_for_message_label(const MessageLabel& label) noexcept {
      const detail::MatchingKey key = detail::matching_key_of(label);
      if constexpr (which == kListByTag) return lists_by_key_[index_of_list_for_key(key.key_with_any_source())];
      if constexpr (which == kListBySource) return lists_by_key_[index_of_list_for_key(key.key_with_any_tag())];
      return lists_by_key_[index_of_list_for_key(key)];
    }
    void fill_table_from_lists(const EarlyMessageLists& all) {
      holds_all_messages_ = true;
      lists_by_key_.assign(std::bit_ceil(2 * all.early_message_count_), {});
      for (EarlyMessage* message = all.first(); message != nullptr; message = next_arrival(*message)) add(*message);
    }
    std::vector<MessageList<which>> lists_by_key_;
    /// Whether this table contains all early messages. If not, it is not kept up to date.
    bool holds_all_messages_ = false;
  };

  struct MessageTables {
    MessageTable<kListByLabel> table_by_label;
    MessageTable<kListByTag> table_by_tag;
    MessageTable<kListBySource> table_by_source;
    [[gnu::noinline]] void add(EarlyMessage& message) noexcept {
      table_by_label.add(message);
      table_by_tag.add(message);
      table_by_source.add(message);
    }
    [[gnu::noinline]] void remove(EarlyMessage& message, bool is_last) noexcept {
      table_by_label.remove(message, is_last);
      table_by_tag.remove(message, is_last);
      table_by_source.remove(message, is_last);
    }
  };

  [[gnu::noinline]] EarlyMessage* find_message_with_hash_tables(const Request& receive) {
    if (message_tables_ == nullptr) message_tables_ = std::make_unique<MessageTables>();
    if (detail::accepts_only_one_tag(receive)) {
      return receive.peer == kAnyNode ? message_tables_->table_by_tag.find(receive, *this)
                                      : message_tables_->table_by_label.find(receive, *this);
    }
    return receive.peer == kAnyNode ? messages_in_arrival_order_.find(receive)
                                    : message_tables_->table_by_source.find(receive, *this);
  }

  MessageList<kArrivalOrder> messages_in_arrival_order_;
  std::size_t early_message_count_ = 0;
  std::unique_ptr<MessageTables> message_tables_;
};

/// A list of the messages that came before their receives, in the order of arrival. The list does not own the messages:
/// each one stays where it is, and must be removed before it is destroyed. `Message` is derived from EarlyMessage.
template <class Message>
class EarlyMessages : public EarlyMessageLists {
 public:
  void add(Message& message) { EarlyMessageLists::add(message); }
  void remove(Message& message) noexcept { EarlyMessageLists::remove(message); }
  /// Returns the early message (one that came before its receive) that arrived first among those that `receive`
  /// matches; null if there is none.
  Message* find(const Request& receive) { return static_cast<Message*>(EarlyMessageLists::find(receive)); }
  /// Returns the first early message for which `is` returns true, or null if there is none. Looks at all early
  /// messages, one by one.
  template <class Is>
  Message* find_message_if(Is is) const {
    EarlyMessage* message = first();
    while (message != nullptr && !is(static_cast<const Message&>(*message))) message = next_arrival(*message);
    return static_cast<Message*>(message);
  }
  /// Removes the first early message that `receive` matches from the list, and returns it; returns null if there is
  /// none.
  Message* take_message_for(const Request& receive) {
    Message* const message = find(receive);
    if (message != nullptr) remove(*message);
    return message;
  }
  /// Returns the early message that arrived first. Needs: !empty().
  Message& front() const noexcept { return static_cast<Message&>(*first()); }
  /// Calls `use` for each early message in the list. `use` may remove the message that it is given from the list, but
  /// no other.
  template <class Use>
  void for_each(Use use) const {
    for (EarlyMessage* message = first(); message != nullptr;) {
      EarlyMessage* const next = next_arrival(*message);
      use(static_cast<Message&>(*message));
      message = next;
    }
  }
};

/// A pool of records of type `Message` for early messages. The addresses of the records stay valid.
template <class Message>
class EarlyMessageRecords {
 public:
  /// Returns an unused record for an early message. Its fields still have the values of its last use.
  Message& take_message_record() {
    if (spare_records_.empty()) return records_.emplace_back();
    Message& message = *spare_records_.back();
    spare_records_.pop_back();
    return message;
  }
  /// Gives the record of an early message back to the pool. Needs: no EarlyMessages list contains the message.
  void give_back_message_record(Message& message) { spare_records_.push_back(&message); }

 private:
  std::deque<Message> records_;
  std::vector<Message*> spare_records_;
};

}  // namespace switchyard
