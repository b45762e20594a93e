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
  std::string_view function;  ///< type of the function, such as "std::plus<void>"
  std::string_view element;   ///< type of the elements, such as "double"
  friend bool operator==(const OperationName&, const OperationName&) = default;
};

/// The operation with which a reduce, all_reduce, reduce_scatter, scan or exscan combines values.
/// It must be associative.
struct Operation {
  std::size_t element_bytes = 1;
  CombineElements combine = {};
  OperandOrder order = OperandOrder::kept;
  std::uint64_t id = 0;                 ///< the number that identifies the operation; all members give the same number
  const OperationName* name = nullptr;  ///< name that error texts give instead of the number; null if there is none;
                                        ///< must outlive the run
};

/// The protocol and route of a collective's message, on machines where a program may choose them.
struct StepTransport {
  Protocol protocol = Protocol::library;
  Route route = Route::automatic;
  friend bool operator==(const StepTransport&, const StepTransport&) = default;
};

/// Uninitialised scratch memory for the steps of a collective that are only simulated, never carried out. Different
/// members therefore share it.
class ScratchMemory {
 public:
  /// Begins the list of steps of another member. Its steps may use the same scratch memory as the steps of earlier
  /// members.
  void reuse_memory_for_next_member() { used_bytes_of_last_piece_ = 0; }
  /// Returns `bytes` bytes of memory that the current member has not taken before. The memory
  /// lives as long as this object.
  std::span<std::byte> take_memory(std::size_t bytes);

 private:
  std::size_t last_piece_bytes_ = 0;          ///< size of the last piece of memory, in bytes
  std::size_t used_bytes_of_last_piece_ = 0;  ///< bytes of the last piece that this member has taken
  std::vector<std::unique_ptr<std::byte[]>> memory_pieces_;
};

/// The steps of one member in a collective. Adjacent receives and sends form one round and are
/// under way together. A round ends with end_round(), or before a copy or combination, which waits
/// for the messages before it. Receives added by begin_receive() may last longer: end_exchange()
/// and the end of the list wait for them.
class CollectiveSteps {
 public:
  CollectiveSteps() = default;
  /// Makes a list of steps for a rehearsal, which only simulates them. Their scratch memory comes from `shared`, which
  /// the lists of other members use as well, because it is neither read nor written.
  explicit CollectiveSteps(ScratchMemory& shared) : shared_scratch_memory_(&shared) {
    shared.reuse_memory_for_next_member();
  }

  struct Step {
    enum class Kind : std::uint8_t { receive, send, end_round, end_exchange, copy, combine };
    Kind kind = Kind::end_round;
    bool lasts = false;    ///< whether the end of the round does not wait for this receive
    bool signals = false;  ///< whether the message has no data, and another tag than messages with data
    StepTransport transport = {};
    std::uint32_t rank = 0;  ///< rank of the other member of a receive or send
    std::byte* into = nullptr;
    const std::byte* left = nullptr;  ///< data that is sent, copied, or combined with `right`
    const std::byte* right = nullptr;
    std::size_t bytes = 0;
  };

  /// Makes room for `count` more steps, which are then added without moving the others.
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
  void end_exchange() { step_list_.push_back({.kind = Step::Kind::end_exchange}); }
  /// Adds a round of one receive and one send.
  void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from, std::span<std::byte> in);
  /// Adds a copy of `from` into `into`, which is at least as large, and is either the same memory
  /// or does not overlap `from`.
  void copy(std::span<const std::byte> from, std::span<std::byte> into);
  /// Adds a combination: into = left op right. All three spans have one size, and `into` may be
  /// `left` or `right`.
  void combine(std::span<std::byte> into, std::span<const std::byte> left, std::span<const std::byte> right);
  /// Returns uninitialised memory that lives as long as this list of steps, or as long as the
  /// ScratchMemory from which it comes.
  std::span<std::byte> scratch(std::size_t bytes);

  const std::vector<Step>& steps() const noexcept { return step_list_; }

 private:
  std::vector<Step> step_list_;
  std::vector<std::unique_ptr<std::byte[]>> scratch_memory_pieces_;
  ScratchMemory* shared_scratch_memory_ = nullptr;
};

}  // namespace switchyard
