#pragma once
/// \file steps.hpp
/// A list of the steps of one member in one collective of a group. The list is made once, and then
/// carried out either as a whole or round by round.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/protocol.hpp"

namespace switchyard {

/// Computes into[i] = left[i] op right[i] for `count` elements. `into` may be `left` or `right`.
using CombineElements =
    std::function<void(std::byte* into, const std::byte* left, const std::byte* right, std::size_t count)>;

/// Whether an algorithm may swap the operands of an operation.
enum class OperandOrder : std::uint8_t {
  kept,  ///< the values of members of lower rank stay on the left
  free,  ///< the operands may be swapped, because the operation commutes
};

/// The type names of an operation's function and elements, as the compiler writes them.
struct OperationName {
  std::string_view function;      ///< type of the function, such as "std::plus<void>"
  std::string_view element_type;  ///< type of the elements, such as "double"
  friend bool operator==(const OperationName&, const OperationName&) = default;
};

/// The operation with which a reduce, all_reduce, reduce_scatter, scan or exscan combines values.
/// It must be associative.
struct Operation {
  std::size_t element_bytes = 1;
  CombineElements combine_elements = {};
  OperandOrder operand_order = OperandOrder::kept;
  std::uint64_t id = 0;  ///< the number that identifies the operation; all members give the same number
  /// The name of the operation's types, which error texts print instead of the number; null if there is none. It must
  /// outlive the run.
  const OperationName* name = nullptr;
};

/// The protocol and route of a collective's message, on machines where a program may choose them.
struct StepTransport {
  Protocol protocol = Protocol::library;
  Route route = Route::automatic;
  friend bool operator==(const StepTransport&, const StepTransport&) = default;
};

/// Uninitialised scratch memory for steps of a collective that are only simulated, never carried out, so that all
/// members may use the same memory.
class ScratchMemory {
 public:
  /// Begins the list of steps of the next member, which may use the same scratch memory as the members before.
  void reuse_memory_for_next_member() { used_bytes_of_last_piece_ = 0; }
  /// Returns `bytes` bytes of memory that the current member has not taken before. The memory
  /// lives as long as this object.
  std::span<std::byte> take_memory(std::size_t bytes);

 private:
  std::size_t last_piece_bytes_ = 0;          ///< size in bytes of the piece of memory that was allocated last
  std::size_t used_bytes_of_last_piece_ = 0;  ///< number of bytes of the last piece that the current member has taken
  std::vector<std::unique_ptr<std::byte[]>> memory_pieces_;
};

/// The steps of one member in a collective. Adjacent receives and sends form one round and are
/// under way together. A round ends with end_round(), or before a copy or combination, which waits
/// for the messages before it. Receives added by begin_receive() may last longer: end_exchange()
/// and the end of the list wait for them.
class CollectiveSteps {
 public:
  CollectiveSteps() = default;
  /// Makes a list of steps that will only be simulated, never carried out. Their scratch memory comes from `shared`,
  /// which the lists of all members may use together, because it is neither read nor written.
  explicit CollectiveSteps(ScratchMemory& shared) : shared_scratch_memory_(&shared) {
    shared.reuse_memory_for_next_member();
  }

  struct CollectiveStep {
    enum class Kind : std::uint8_t { receive, send, end_round, end_exchange, copy, combine_elements };
    Kind kind = Kind::end_round;
    bool can_last_beyond_round = false;  ///< for a receive: whether it may last beyond the end of its round
    /// Whether the message is a signal: it has no data, and a tag that differs from that of messages with data.
    bool is_signal_without_data = false;
    StepTransport protocol_and_route = {};
    std::uint32_t rank = 0;  ///< of a receive or send: the rank of the member at the other end
    std::byte* destination_memory = nullptr;
    const std::byte* data_or_left_operand = nullptr;  ///< the data to send, to copy, or to combine with `right_operand`
    const std::byte* right_operand = nullptr;
    std::size_t bytes = 0;
  };

  /// Allocates room in the list for `count` more steps, so that adding them does not move the steps that are in the
  /// list already.
  void reserve(std::size_t count) { step_list_.reserve(step_list_.size() + count); }
  void receive(std::uint32_t from, std::span<std::byte> data);
  void send(std::uint32_t to, std::span<const std::byte> data, StepTransport transport = {});
  /// Adds a receive to the list of steps. The receive may last beyond the end of its round.
  void begin_receive(std::uint32_t from, std::span<std::byte> data);
  /// Adds the receive or the send of a signal. A signal is a message without data; receives of
  /// data do not match it.
  void receive_signal(std::uint32_t from);
  void signal(std::uint32_t to);
  void end_round() { step_list_.push_back({}); }
  /// Adds the end of a round of messages. At this end, a member also waits for all receives that were added by
  /// begin_receive().
  void end_exchange() { step_list_.push_back({.kind = CollectiveStep::Kind::end_exchange}); }
  /// Adds a round of one receive and one send.
  void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from, std::span<std::byte> in);
  /// Adds a copy of `from` into `into`, which is at least as large, and is either the same memory
  /// or does not overlap `from`.
  void copy(std::span<const std::byte> from, std::span<std::byte> into);
  /// Adds a combination: into = left op right. All three spans have one size, and `into` may be
  /// `left` or `right`.
  void add_combine_step(std::span<std::byte> into, std::span<const std::byte> left, std::span<const std::byte> right);
  /// Returns uninitialised memory that lives as long as this list of steps, or as long as the
  /// ScratchMemory from which it comes.
  std::span<std::byte> scratch(std::size_t bytes);

  const std::vector<CollectiveStep>& steps() const noexcept { return step_list_; }

 private:
  std::vector<CollectiveStep> step_list_;
  std::vector<std::unique_ptr<std::byte[]>> scratch_memory_pieces_;
  ScratchMemory* shared_scratch_memory_ = nullptr;
};

}  // namespace switchyard
