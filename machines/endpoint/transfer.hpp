#pragma once
/// \file transfer.hpp
/// Messages on their way through a network, and the queues in which they wait.

#include <boost/container/deque.hpp>
#include <cstdint>
#include <utility>

#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

struct StoredMessage;

/// Where the data of a message goes: to a posted receive, to a place among the stored messages of
/// the destination, or nowhere because its send was cancelled. All fields are empty as long as the
/// destination of the data is not known.
struct ReceiveOrBufferForMessageData {
  Request* receive = nullptr;
  StoredMessage* stored_message = nullptr;
  bool is_discarded = false;
  bool is_destination_decided() const noexcept {
    return receive != nullptr || stored_message != nullptr || is_discarded;
  }
};

/// The record of a message, from the moment its send is posted until its last byte has left its node. Each fabric
/// derives its own type of transfer.
struct Transfer {
  Request* message = nullptr;  ///< the send whose message is under way; null while this record is free
  ReceiveOrBufferForMessageData data_destination;
  /// Next record in a queue, or in the list of free records. A record is in at most one of these lists.
  Transfer* next_in_list = nullptr;
  VirtualTime queued_since{};  ///< time at which the message joined its node's queue
  /// position of the record in the list of all records of the fabric (the emulated network)
  std::uint32_t id = 0;
};

/// A FIFO of transfers, linked through Transfer::next_in_list. `T` is derived from Transfer.
template <class T>
class TransferQueue {
 public:
  bool empty() const noexcept { return first_transfer_ == nullptr; }
  T* first() const noexcept { return static_cast<T*>(first_transfer_); }
  void push(T& transfer, VirtualTime now) noexcept {
    transfer.queued_since = now;
    transfer.next_in_list = nullptr;
    (first_transfer_ == nullptr ? first_transfer_ : last_transfer_->next_in_list) = &transfer;
    last_transfer_ = &transfer;
  }
  /// Removes the first transfer and returns it. Needs !empty().
  T& pop() noexcept {
    Transfer& transfer = *first_transfer_;
    first_transfer_ = transfer.next_in_list;
    transfer.next_in_list = nullptr;
    return static_cast<T&>(transfer);
  }
  /// Removes and returns the first transfer for which `may` returns true. Returns null if there is
  /// none.
  template <class May>
  T* pop_first_if(May may) {
    Transfer* before = nullptr;
    for (Transfer* t = first_transfer_; t != nullptr; before = t, t = t->next_in_list) {
      if (!may(static_cast<const T&>(*t))) continue;
      (before == nullptr ? first_transfer_ : before->next_in_list) = t->next_in_list;
      if (last_transfer_ == t) last_transfer_ = before;
      t->next_in_list = nullptr;
      return static_cast<T*>(t);
    }
    return nullptr;
  }
  template <class Use>
  void for_each(Use use) const {
    for (const Transfer* t = first_transfer_; t != nullptr; t = t->next_in_list) use(static_cast<const T&>(*t));
  }

 private:
  Transfer* first_transfer_ = nullptr;
  Transfer* last_transfer_ = nullptr;
};

/// The records of all messages that are on their way in a network. A record keeps its address, and its id is its
/// position among the records. `T` is derived from Transfer.
template <class T>
class TransferRecords {
 public:
  /// Returns a record for `message`. The members that `T` adds to Transfer still have the values of the message that
  /// used the record before.
  T& acquire_record_for(Request& message) {
    if (first_free_record_ == nullptr) add_free_record();
    T& transfer = static_cast<T&>(*std::exchange(first_free_record_, first_free_record_->next_in_list));
    transfer.message = &message;
    transfer.data_destination = {};
    return transfer;
  }
  void release(T& transfer) noexcept {
    transfer.message = nullptr;
    transfer.next_in_list = std::exchange(first_free_record_, &transfer);
  }
  T& operator[](std::uint32_t id) noexcept { return records_[id]; }
  /// Calls `use` for each transfer record that holds a message, in the order of the records' ids.
  template <class Use>
  void for_each(Use use) const {
    for (const T& transfer : records_) {
      if (transfer.message != nullptr) use(transfer);
    }
  }

 private:
  void add_free_record() {
    first_free_record_ = &records_.emplace_back();
    first_free_record_->id = static_cast<std::uint32_t>(records_.size() - 1);
  }
  using BlockedDequeOptions = boost::container::deque_options<boost::container::block_size<128U>>::type;
  boost::container::deque<T, void, BlockedDequeOptions> records_;
  Transfer* first_free_record_ = nullptr;
};

}  // namespace switchyard
