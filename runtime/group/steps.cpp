#include "runtime/group/steps.hpp"

#include <algorithm>

namespace switchyard {

void CollectiveSteps::receive(std::uint32_t from, std::span<std::byte> data) {
  step_list_.push_back({.kind = Step::Kind::receive, .rank = from, .into = data.data(), .bytes = data.size()});
}

void CollectiveSteps::send(std::uint32_t to, std::span<const std::byte> data, StepTransport transport) {
  step_list_.push_back(
      {.kind = Step::Kind::send, .transport = transport, .rank = to, .left = data.data(), .bytes = data.size()});
}

void CollectiveSteps::begin_receive(std::uint32_t from, std::span<std::byte> data) {
  receive(from, data);
  step_list_.back().lasts = true;
}

void CollectiveSteps::receive_signal(std::uint32_t from) {
  step_list_.push_back({.kind = Step::Kind::receive, .signals = true, .rank = from});
}

void CollectiveSteps::signal(std::uint32_t to) {
  step_list_.push_back({.kind = Step::Kind::send, .signals = true, .rank = to});
}

void CollectiveSteps::exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from,
                               std::span<std::byte> in) {
  receive(from, in);
  send(to, out);
  end_round();
}

void CollectiveSteps::copy(std::span<const std::byte> from, std::span<std::byte> into) {
  if (from.empty() || from.data() == into.data()) return;
  step_list_.push_back({.kind = Step::Kind::copy, .into = into.data(), .left = from.data(), .bytes = from.size()});
}

void CollectiveSteps::combine(std::span<std::byte> into, std::span<const std::byte> left,
                              std::span<const std::byte> right) {
  if (into.empty()) return end_round();
  step_list_.push_back({.kind = Step::Kind::combine,
                        .into = into.data(),
                        .left = left.data(),
                        .right = right.data(),
                        .bytes = into.size()});
}

std::span<std::byte> ScratchMemory::take_memory(std::size_t bytes) {
  if (memory_pieces_.empty() || last_piece_bytes_ - used_bytes_of_last_piece_ < bytes) {
    last_piece_bytes_ = std::max(bytes, 2 * last_piece_bytes_);
    memory_pieces_.push_back(std::make_unique_for_overwrite<std::byte[]>(last_piece_bytes_));
    used_bytes_of_last_piece_ = 0;
  }
  const std::span<std::byte> taken(memory_pieces_.back().get() + used_bytes_of_last_piece_, bytes);
  used_bytes_of_last_piece_ += bytes;
  return taken;
}

std::span<std::byte> CollectiveSteps::scratch(std::size_t bytes) {
  if (shared_scratch_memory_ != nullptr) return shared_scratch_memory_->take_memory(bytes);
  scratch_memory_pieces_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
  return {scratch_memory_pieces_.back().get(), bytes};
}

}  // namespace switchyard
