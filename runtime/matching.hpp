#pragma once
/// \file matching.hpp
/// Which receive a message is for, and which message a receive takes: the one place that knows it, for all clocks and
/// all machines.
///
/// A message carries a label. Of the posted receives that match it, the one that was posted first gets it; of the
/// messages that match a receive and came before it, the receive takes the one that came first. Both are found in
/// constant time, whatever number of receives or messages waits: a few stand in short lists, many in hash tables.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "runtime/request.hpp"

namespace switchyard {

/// What of a message decides who receives it.
struct MessageLabel {
  NodeId source{};
  Tag tag{};
  friend bool operator==(const MessageLabel&, const MessageLabel&) = default;
};

inline MessageLabel label_of(const Request& send) noexcept { return {send.owner, send.tag}; }

/// Whether the owner of `receive` may receive a message with this label in it.
inline bool matches(const Request& receive, const MessageLabel& message) noexcept {
  return receive.tag == message.tag && (receive.peer == kAnyNode || receive.peer == message.source);
}

namespace detail {

/// What receives and messages are hashed by. Those from any node are hashed by the node kAnyNode.
inline std::size_t hash_of(const MessageLabel& label) noexcept {
  const std::uint64_t both = (std::uint64_t{index(label.source)} << 32U) | static_cast<std::uint32_t>(label.tag);
  return static_cast<std::size_t>((both * 0x9E3779B97F4A7C15U) >> 32U);
}

inline MessageLabel wanted_label(const Request& receive) noexcept { return {receive.peer, receive.tag}; }

}  // namespace detail

/// Receives that a node has posted and that no message has come for yet, in the order in which they were posted, which
/// their `number` holds meanwhile.
///
/// A few stand in queues by their source, those from any node in one of their own. With more than kFew they all stand
/// in a hash table from then on.
class PostedReceives {
 public:
  void post(Request& receive) {
    if (++count_ > most_) [[unlikely]]
      make_room();
    receive.number = posted_++;
    queue_of(detail::wanted_label(receive)).push(receive);
  }

  /// Takes out the first that the message matches; null if none does.
  Request* take(const MessageLabel& message) noexcept {
    Queue& from_one = queue_of(message);
    const Place own = from_one.find(message);
    if (few() && from_any_.first == nullptr) return take(from_one, own);
    Queue& from_any = queue_of({kAnyNode, message.tag});
    const Place any = from_any.find(message);
    return is_before(any, own) ? take(from_any, any) : take(from_one, own);
  }

  std::size_t size() const noexcept { return count_; }

  /// A message of `source` will look for its receive in a moment: first where that stands, then, once this has come,
  /// the receive.
  void prefetch_queue(NodeId source) const noexcept { prefetch_lines(&by_source_[index(source) % kQueues]); }
  void prefetch(NodeId source) const noexcept { prefetch_lines(by_source_[index(source) % kQueues].first); }

 private:
  static constexpr std::uint32_t kQueues = 16;
  static constexpr std::uint32_t kFew = 16 * kQueues;

  struct Place {
    Request* before = nullptr;
    Request* receive = nullptr;
  };

  /// Linked through Request::next.
  struct Queue {
    Request* first = nullptr;
    Request* last = nullptr;  ///< if it is not empty

    void push(Request& receive) noexcept {
      receive.next = nullptr;
      (first == nullptr ? first : last->next) = &receive;
      last = &receive;
    }
    Place find(const MessageLabel& message) const noexcept {
      Place at{nullptr, first};
      while (at.receive != nullptr && !matches(*at.receive, message)) at = {at.receive, at.receive->next};
      return at;
    }
    void remove(const Place& at) noexcept {
      (at.before == nullptr ? first : at.before->next) = at.receive->next;
      if (last == at.receive) last = at.before;
    }
    /// Appends its receives to `all` and is empty.
    void empty_into(std::vector<Request*>& all) {
      for (Request* receive = first; receive != nullptr; receive = receive->next) all.push_back(receive);
      first = nullptr;
    }
  };

  bool few() const noexcept { return most_ == kFew; }
  Queue& queue_of(const MessageLabel& label) noexcept {
    if (!few()) [[unlikely]]
      return by_label_[detail::hash_of(label) & (by_label_.size() - 1)];
    return label.source == kAnyNode ? from_any_ : by_source_[index(label.source) % kQueues];
  }
  Request* take(Queue& queue, const Place& at) noexcept {
    if (at.receive == nullptr) return nullptr;
    --count_;
    queue.remove(at);
    return at.receive;
  }
  static bool is_before(const Request& a, const Request& b) noexcept {
    return static_cast<std::int32_t>(a.number - b.number) < 0;  // the count may wrap round
  }
  static bool is_before(const Place& a, const Place& b) noexcept {
    if (a.receive == nullptr || b.receive == nullptr) return b.receive == nullptr;
    return is_before(*a.receive, *b.receive);
  }

  /// Every queue keeps its receives in the order of posting, so all are put into their new ones in that order.
  [[gnu::noinline]] void make_room() {
    std::vector<Request*> all;
    from_any_.empty_into(all);
    for (Queue& queue : by_source_) queue.empty_into(all);
    for (Queue& queue : by_label_) queue.empty_into(all);
    std::ranges::sort(all, [](const Request* a, const Request* b) { return is_before(*a, *b); });
    most_ *= 2;
    by_label_.assign(most_, {});
    for (Request* receive : all) queue_of(detail::wanted_label(*receive)).push(*receive);
  }

  std::uint32_t posted_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t most_ = kFew;  ///< receives that there is room for until make_room()
  Queue from_any_;             // what every message looks at comes first
  std::array<Queue, kQueues> by_source_;
  std::vector<Queue> by_label_;  ///< where there are more than a few: as many queues as receives at most
};

/// A message that came before its receive, as EarlyMessages keeps it: what is derived from it holds the rest.
class EarlyMessage {
 public:
  MessageLabel label;  ///< stays as it is while the message stands in EarlyMessages

 private:
  friend class EarlyMessageLists;
  struct Links {
    EarlyMessage* before = nullptr;
    EarlyMessage* behind = nullptr;
  };
  static constexpr std::size_t kLists = 3;  ///< that it can stand in at the same time

  std::array<Links, kLists> links_;
};

/// What EarlyMessages does, without the type of the messages.
class EarlyMessageLists {
 public:
  bool empty() const noexcept { return in_order_.first == nullptr; }
  std::size_t size() const noexcept { return count_; }

 protected:
  void add(EarlyMessage& message) {
    in_order_.push(message);
    ++count_;
    if (tables_ != nullptr) [[unlikely]]
      tables_->add(message);
  }
  void remove(EarlyMessage& message) noexcept {
    if (tables_ != nullptr) [[unlikely]]
      tables_->remove(message, count_ == 1);
    --count_;
    in_order_.remove(message);
  }
  EarlyMessage* find(const Request& receive) {
    EarlyMessage* message = in_order_.first;
    for (std::size_t i = 0; message != nullptr && !matches(receive, message->label); ++i) {
      if (i == kFew) [[unlikely]]
        return find_among_many(receive);
      message = behind(*message);
    }
    return message;
  }
  EarlyMessage* first() const noexcept { return in_order_.first; }
  static EarlyMessage* behind(const EarlyMessage& message) noexcept { return message.links_[kInOrder].behind; }

 private:
  static constexpr std::size_t kFew = 4;  ///< are looked at before there is a table
  enum Which : std::uint8_t { kInOrder, kByLabel, kByTag };

  /// Linked both ways through EarlyMessage::links_[which]; in the order of arrival.
  template <Which which>
  struct List {
    EarlyMessage* first = nullptr;
    EarlyMessage* last = nullptr;  ///< if it is not empty

    void push(EarlyMessage& message) noexcept {
      message.links_[which] = {first == nullptr ? nullptr : last, nullptr};
      (first == nullptr ? first : last->links_[which].behind) = &message;
      last = &message;
    }
    void remove(EarlyMessage& message) noexcept {
      const auto [before, behind] = message.links_[which];
      (before == nullptr ? first : before->links_[which].behind) = behind;
      (behind == nullptr ? last : behind->links_[which].before) = before;
    }
    EarlyMessage* find(const Request& receive) const noexcept {
      EarlyMessage* message = first;
      while (message != nullptr && !matches(receive, message->label)) message = message->links_[which].behind;
      return message;
    }
  };

  /// Filled when a receive looks for its message among many, and kept up until there is no message.
  template <Which which>
  class Table {
   public:
    void add(EarlyMessage& message) noexcept {
      if (filled_) list_of(message.label).push(message);
    }
    void remove(EarlyMessage& message, bool is_last) noexcept {
      if (filled_) list_of(message.label).remove(message);
      if (is_last) filled_ = false;
    }
    EarlyMessage* find(const Request& receive, const EarlyMessageLists& all) {
      if (!filled_ || lists_.size() < all.count_) fill(all);
      return list_of(detail::wanted_label(receive)).find(receive);
    }

   private:
    List<which>& list_of(MessageLabel label) noexcept {
      if constexpr (which == kByTag) label.source = kAnyNode;
      return lists_[detail::hash_of(label) & (lists_.size() - 1)];
    }
    void fill(const EarlyMessageLists& all) {
      filled_ = true;
      lists_.assign(std::bit_ceil(2 * all.count_), {});
      for (EarlyMessage* message = all.first(); message != nullptr; message = behind(*message)) add(*message);
    }
    std::vector<List<which>> lists_;
    bool filled_ = false;  ///< with all messages that there are
  };

  struct Tables {
    Table<kByLabel> by_label;
    Table<kByTag> by_tag;
    void add(EarlyMessage& message) noexcept {
      by_label.add(message);
      by_tag.add(message);
    }
    void remove(EarlyMessage& message, bool is_last) noexcept {
      by_label.remove(message, is_last);
      by_tag.remove(message, is_last);
    }
  };

  [[gnu::noinline]] EarlyMessage* find_among_many(const Request& receive) {
    if (tables_ == nullptr) tables_ = std::make_unique<Tables>();
    return receive.peer == kAnyNode ? tables_->by_tag.find(receive, *this) : tables_->by_label.find(receive, *this);
  }

  List<kInOrder> in_order_;
  std::size_t count_ = 0;
  std::unique_ptr<Tables> tables_;
};

/// Messages that came before their receives, in the order of arrival. Owns none of them: each stays where it is, and
/// must be removed before it ends. `Message` is derived from EarlyMessage.
template <class Message>
class EarlyMessages : public EarlyMessageLists {
 public:
  void add(Message& message) { EarlyMessageLists::add(message); }
  void remove(Message& message) noexcept { EarlyMessageLists::remove(message); }
  /// The first that matches; null if none does.
  Message* find(const Request& receive) { return static_cast<Message*>(EarlyMessageLists::find(receive)); }
  /// The same, and takes it out.
  Message* take(const Request& receive) {
    Message* const message = find(receive);
    if (message != nullptr) remove(*message);
    return message;
  }
  /// The first of all. Needs !empty().
  Message& front() const noexcept { return static_cast<Message&>(*first()); }
  /// `use` may remove the message that it is given, and no other.
  template <class Use>
  void for_each(Use use) const {
    for (EarlyMessage* message = first(); message != nullptr;) {
      EarlyMessage* const next = behind(*message);
      use(static_cast<Message&>(*message));
      message = next;
    }
  }
};

/// Records of early messages, to use again. Addresses stay valid.
template <class Message>
class EarlyMessageRecords {
 public:
  /// As its last user left it.
  Message& take() {
    if (spare_.empty()) return records_.emplace_back();
    Message& message = *spare_.back();
    spare_.pop_back();
    return message;
  }
  /// Needs one that stands in no EarlyMessages.
  void give_back(Message& message) { spare_.push_back(&message); }

 private:
  std::deque<Message> records_;
  std::vector<Message*> spare_;
};

}  // namespace switchyard
