#pragma once
/// \file steps.hpp
/// What one member does in one collective of a group, as a list of steps: it is made once, and then carried out at once
/// or bit by bit.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace switchyard {

/// into[i] = left[i] op right[i] for `count` elements, where `into` may be `left` or `right`.
using CombineElements =
    std::function<void(std::byte* into, const std::byte* left, const std::byte* right, std::size_t count)>;

/// Whether an algorithm may swap the operands of an operation.
enum class OperandOrder : std::uint8_t {
  kept,  ///< members of lower rank stand on the left
  free,  ///< the operation commutes
};

/// What a reduce, all_reduce, scan or exscan combines with. It must be associative.
struct Operation {
  std::size_t element_bytes = 1;
  CombineElements combine = {};
  OperandOrder order = OperandOrder::kept;
  std::uint64_t id = 0;  ///< tells it from other operations, as the caller numbers them; all members give the same
};

/// The steps of one member. Receives and sends that stand next to each other are one round, under way together. A round
/// ends with end_round(), and where something is copied or combined: that is done when all before it is over.
class CollectiveSteps {
 public:
  struct Step {
    enum class Kind : std::uint8_t { receive, send, end_round, copy, combine };
    Kind kind = Kind::end_round;
    std::uint32_t rank = 0;  ///< the other member of a receive or send
    std::byte* into = nullptr;
    const std::byte* left = nullptr;  ///< what is sent, copied, or combined with `right`
    const std::byte* right = nullptr;
    std::size_t bytes = 0;
  };

  void receive(std::uint32_t from, std::span<std::byte> data);
  void send(std::uint32_t to, std::span<const std::byte> data);
  void end_round() { list_.push_back({}); }
  /// A receive and a send, and the end of their round.
  void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from, std::span<std::byte> in);
  /// `into` has at least the size of `from`, and is the same memory or does not overlap it.
  void copy(std::span<const std::byte> from, std::span<std::byte> into);
  /// All three are of one size; `into` may be one of the others.
  void combine(std::span<std::byte> into, std::span<const std::byte> left, std::span<const std::byte> right);
  /// Memory that lives as long as these steps, and is not initialised.
  std::span<std::byte> scratch(std::size_t bytes);

  const std::vector<Step>& list() const noexcept { return list_; }

 private:
  std::vector<Step> list_;
  std::vector<std::unique_ptr<std::byte[]>> scratch_;
};

}  // namespace switchyard
