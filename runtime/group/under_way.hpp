#pragma once
/// \file under_way.hpp
/// A collective that one member of a group carries out, and how far it has come.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/group/ledger.hpp"
#include "runtime/group/steps.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Returns the processor time for combining `bytes` bytes: one floating-point operation for each
/// started eight bytes of each element.
Duration combining_time(const ProcessorRates& rates, const Operation& operation, std::size_t bytes);

/// The error that a message of a collective was longer than the memory that its receiver had for it.
class TooLongMessage : public NodeError {
 public:
  TooLongMessage(const NodeError& error, std::string lengths)
      : NodeError(error), message_and_buffer_size_text_(std::move(lengths)) {}
  /// Returns the last part of the error's text, which says how long the message was and how much room there was.
  const std::string& message_and_buffer_size_text() const noexcept { return message_and_buffer_size_text_; }

 private:
  std::string message_and_buffer_size_text_;
};

/// A collective that one member is carrying out. Only the owner thread or fiber may use this object. The owner calls
/// post_next_round(), waits for all messages of the round, passes each to on_message_complete(), and repeats this until
/// a round has no messages.
class CollectiveUnderWay {
 public:
  /// A message that the node has posted and not yet waited for.
  struct Message {
    Handle handle;
    std::uint32_t rank = 0;  ///< rank of the group member at the other end of the message
    bool is_receive = false;
    std::size_t bytes = 0;
  };

  struct Call {
    Collective kind = Collective::barrier;
    Context context = Context::collectives;  ///< context of the collective's messages
    Tag tag{};                               ///< tag of the collective's messages
    Node::Site site;
    /// The group that makes the collective; null if all nodes of the machine make it, in the order of their numbers.
    std::shared_ptr<const GroupMembersAndCollectiveCalls> group = nullptr;
  };
  CollectiveUnderWay(Call call, CollectiveSteps steps, Operation operation);
  CollectiveUnderWay(const CollectiveUnderWay&) = default;
  CollectiveUnderWay(CollectiveUnderWay&&) = default;
  CollectiveUnderWay& operator=(const CollectiveUnderWay&) = default;
  CollectiveUnderWay& operator=(CollectiveUnderWay&&) = default;
  virtual ~CollectiveUnderWay() = default;

  /// Carries out the copies and combinations that follow the last round of a collective, and posts the messages of its
  /// next round. Needs: the collective waits for no messages.
  virtual void post_next_round(Node& node);
  /// Returns the messages of the current round; there are none once the collective is over.
  std::vector<Message>& messages_of_round() noexcept { return messages_of_round_; }
  /// Called when a message of the current round is complete. Throws UsageError if the message does
  /// not have the expected size. An override may post more messages, but must not wait for any.
  virtual void on_message_complete(const Message& message, const Received& received);
  /// Returns whether the node's program can notice when a single message of the collective has completed, before the
  /// whole collective is over.
  virtual bool can_program_see_single_messages_complete() const noexcept { return false; }
  /// Throws TooLongMessage if a message was longer than the memory for it. Call it at the end of the collective, when
  /// no message is under way.
  void check_messages_have_fitted() const;
  /// Makes the collective send copies of its data. Such sends are complete at once, so that the node waits only for
  /// receives.
  void use_copies_for_sends() noexcept { sends_copies_of_data_ = true; }
  Context context() const noexcept { return call_.context; }
  Tag tag() const noexcept { return call_.tag; }
  Node::Site site() const noexcept { return call_.site; }

 protected:
  /// Replaces the list of steps by another list, to be carried out next. Needs: all steps so far
  /// are over, and no messages are waited for.
  void replace_steps(CollectiveSteps steps);

 private:
  using CollectiveStep = CollectiveSteps::CollectiveStep;
  void post_message_of_step(Node& node, const CollectiveStep& step);
  void await_receives_of_earlier_rounds();
  void copy_or_combine(Node& node, const CollectiveStep& step) const;

  Call call_;
  CollectiveSteps steps_;
  Operation operation_;
  std::size_t next_step_index_ = 0;  ///< index of the step that is carried out next
  bool sends_copies_of_data_ = false;
  /// Whether the collective has not got all its data, because the run has ended; then no values are combined any more.
  bool lacks_data_ = false;
  /// The error for the first message of the collective that was longer than the memory for it; empty if there was none.
  std::optional<TooLongMessage> too_long_message_error_;
  NodeId executing_node_{};  ///< node that carries out its part of the collective; set with the first message
  std::vector<Message> messages_of_round_;
  /// The receives that may last beyond their round, and that no wait includes yet.
  std::vector<Message> receives_lasting_beyond_round_;
};

}  // namespace switchyard
