#include "runtime/group/steps.hpp"

#include <algorithm>

namespace switchyard {

void CollectiveSteps::receive(std::uint32_t from, std::span<std::byte> data) {
  step_list_.push_back(
      {.kind = CollectiveStep::Kind::receive, .rank = from, .destination_memory = data.data(), .bytes = data.size()});
}

void CollectiveSteps::send(std::uint32_t to, std::span<const std::byte> data, StepTransport transport) {
  step_list_.push_back({.kind = CollectiveStep::Kind::send,
                        .protocol_and_route = transport,
                        .rank = to,
                        .data_or_left_operand = data.data(),
                        .bytes = data.size()});
}

void CollectiveSteps::begin_receive(std::uint32_t from, std::span<std::byte> data) {
  receive(from, data);
  step_list_.back().can_last_beyond_round = true;
}

void CollectiveSteps::receive_signal(std::uint32_t from) {
  step_list_.push_back({.kind = CollectiveStep::Kind::receive, .is_signal_without_data = true, .rank = from});
}

void CollectiveSteps::signal(std::uint32_t to) {
  step_list_.push_back({.kind = CollectiveStep::Kind::send, .is_signal_without_data = true, .rank = to});
}

void CollectiveSteps::exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from,
                               std::span<std::byte> in) {
  receive(from, in);
  send(to, out);
  end_round();
}

void CollectiveSteps::copy(std::span<const std::byte> from, std::span<std::byte> into) {
  if (from.empty() || from.data() == into.data()) return;
  step_list_.push_back({.kind = CollectiveStep::Kind::copy,
                        .destination_memory = into.data(),
                        .data_or_left_operand = from.data(),
                        .bytes = from.size()});
}

void CollectiveSteps::add_combine_step(std::span<std::byte> into, std::span<const std::byte> left,
                                       std::span<const std::byte> right) {
  if (into.empty()) return end_round();
  step_list_.push_back({.kind = CollectiveStep::Kind::combine_elements,
                        .destination_memory = into.data(),
                        .data_or_left_operand = left.data(),
                        .right_operand = right.data(),
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
