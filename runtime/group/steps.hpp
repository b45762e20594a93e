#pragma once
/// \file steps.hpp
/// A list of the steps of one member in one collective of a group. It is made once, and then carried out in one go or
/// round by round.

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

/// The types that an operation is made of, as the compiler writes them.
struct OperationName {
  std::string_view function;  ///< "std::plus<void>"
  std::string_view element;   ///< "double"
  friend bool operator==(const OperationName&, const OperationName&) = default;
};

/// What a reduce, all_reduce, scan or exscan combines with. It must be associative.
struct Operation {
  std::size_t element_bytes = 1;
  CombineElements combine = {};
  OperandOrder order = OperandOrder::kept;
  std::uint64_t id = 0;  ///< number by which the caller tells operations apart; all members give the same
  const OperationName* name = nullptr;  ///< name in error texts, in the place of the number; must outlive the run
};

/// How a message of a collective travels, where a program may choose that.
struct StepTransport {
  Protocol protocol = Protocol::library;
  Route route = Route::automatic;
  friend bool operator==(const StepTransport&, const StepTransport&) = default;
};

/// Uninitialised memory for the steps of several members. The steps are never carried out, so that members share it.
class ScratchMemory {
 public:
  /// Begins the steps of another member, which may get the memory that earlier members got.
  void begin_member() { taken_ = 0; }
  /// Returns `bytes` bytes of memory that the current member has not taken before. They live as long as this object.
  std::span<std::byte> take(std::size_t bytes);

 private:
  std::size_t size_ = 0;   ///< size of the last piece of memory, in bytes
  std::size_t taken_ = 0;  ///< bytes of the last piece that this member has taken
  std::vector<std::unique_ptr<std::byte[]>> pieces_;
};

/// The steps of one member in a collective. Receives and sends that stand next to each other are one round, under way
/// together. A round ends with end_round(), or before a copy or combination, which is done when all messages before it
/// are over. Receives that last beyond their round are waited for by end_exchange(), and at the end of the list.
class CollectiveSteps {
 public:
  CollectiveSteps() = default;
  /// Makes a list for steps that are never carried out. Their scratch memory is in `shared`, which other members use as
  /// well.
  explicit CollectiveSteps(ScratchMemory& shared) : shared_(&shared) { shared.begin_member(); }

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

  void receive(std::uint32_t from, std::span<std::byte> data);
  void send(std::uint32_t to, std::span<const std::byte> data, StepTransport transport = {});
  /// Adds a receive that may last beyond its round.
  void begin_receive(std::uint32_t from, std::span<std::byte> data);
  /// Adds the receive, or the send, of a signal: a message without data, which receives of data do not take.
  void receive_signal(std::uint32_t from);
  void signal(std::uint32_t to);
  void end_round() { list_.push_back({}); }
  /// Adds the end of a round, which also waits for all receives that begin_receive() has added.
  void end_exchange() { list_.push_back({.kind = Step::Kind::end_exchange}); }
  /// Adds a round of one receive and one send.
  void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from, std::span<std::byte> in);
  /// Adds a copy. `into` has at least the size of `from`, and is the same memory or does not overlap it.
  void copy(std::span<const std::byte> from, std::span<std::byte> into);
  /// Adds a combination. All three spans have one size, and `into` may be one of the other two.
  void combine(std::span<std::byte> into, std::span<const std::byte> left, std::span<const std::byte> right);
  /// Returns uninitialised memory that lives as long as these steps, or as the memory that they share.
  std::span<std::byte> scratch(std::size_t bytes);

  const std::vector<Step>& list() const noexcept { return list_; }

 private:
  std::vector<Step> list_;
  std::vector<std::unique_ptr<std::byte[]>> scratch_;
  ScratchMemory* shared_ = nullptr;
};

}  // namespace switchyard
