#pragma once
/// \file steps.hpp
/// A list of the steps of one member in one collective of a group. It is made once, and then carried out at once or bit
/// by bit.

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

/// Uninitialised memory for the steps of several members, of which none is carried out: members share it.
class ScratchMemory {
 public:
  /// Begins the steps of another member, which may get the memory that earlier members got.
  void begin_member() { taken_ = 0; }
  /// Returns memory that stays as long as this object, and that this member has not got before.
  std::span<std::byte> take(std::size_t bytes);

 private:
  std::size_t size_ = 0;   ///< of the last piece
  std::size_t taken_ = 0;  ///< of the last piece, by this member
  std::vector<std::unique_ptr<std::byte[]>> pieces_;
};

/// The steps of one member. Receives and sends that stand next to each other are one round, under way together. A round
/// ends with end_round(), and where something is copied or combined: that is done when all before it is over. Receives
/// that last beyond their round are waited for by end_exchange(), and at the end of the list.
class CollectiveSteps {
 public:
  CollectiveSteps() = default;
  /// For steps that are never carried out: their scratch memory is in `shared`, where other members use it as well.
  explicit CollectiveSteps(ScratchMemory& shared) : shared_(&shared) { shared.begin_member(); }

  struct Step {
    enum class Kind : std::uint8_t { receive, send, end_round, end_exchange, copy, combine };
    Kind kind = Kind::end_round;
    bool lasts = false;    ///< a receive that its round does not wait for
    bool signals = false;  ///< a message without data, of another tag than those with data
    StepTransport transport = {};
    std::uint32_t rank = 0;  ///< rank of the other member of a receive or send
    std::byte* into = nullptr;
    const std::byte* left = nullptr;  ///< data that is sent, copied, or combined with `right`
    const std::byte* right = nullptr;
    std::size_t bytes = 0;
  };

  void receive(std::uint32_t from, std::span<std::byte> data);
  void send(std::uint32_t to, std::span<const std::byte> data, StepTransport transport = {});
  /// A receive that goes on beyond its round.
  void begin_receive(std::uint32_t from, std::span<std::byte> data);
  /// Messages without data, which receives of data do not take.
  void receive_signal(std::uint32_t from);
  void signal(std::uint32_t to);
  void end_round() { list_.push_back({}); }
  /// The end of a round and of all receives that were begun.
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
