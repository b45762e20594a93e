#include "runtime/group/call.hpp"

#include <fmt/format.h>

namespace switchyard {
namespace {

std::string error_in_input_and_result_sizes(std::size_t in, std::size_t out) {
  return in == out ? "" : fmt::format("{} B are given, and the result has room for {} B", in, out);
}

std::string error_in_operation(const Operation& operation, std::size_t bytes) {
  if (!operation.combine_elements) return "there is no operation";
  if (operation.element_bytes == 0) return "the operation is on elements of 0 B";
  if (bytes % operation.element_bytes == 0) return {};
  return fmt::format("{} B are not a number of elements of {} B", bytes, operation.element_bytes);
}

std::string error_in_combining(const GroupCall& call, bool has_result) {
  std::string fault = error_in_operation(call.operation, call.in.size());
  return fault.empty() && has_result ? error_in_input_and_result_sizes(call.in.size(), call.out.size()) : fault;
}

/// Returns what is wrong with blocks of equal size, or an empty text: `size` blocks of `own` bytes
/// must make up `all` bytes.
std::string error_in_equal_blocks(const char* what, std::size_t own, std::size_t all, std::uint32_t size) {
  if (own * size == all) return {};
  return fmt::format("{} must have {} blocks of {} B, and has {} B", what, size, own, all);
}

std::string error_in_block_sizes_and_offsets(const char* what, const Blocks& blocks, std::size_t bytes,
                                             std::uint32_t size) {
  if (blocks.counts.size() != size || blocks.offsets.size() != size) {
    return fmt::format("{} must have {} blocks, and has {} sizes and {} offsets", what, size, blocks.counts.size(),
                       blocks.offsets.size());
  }
  for (std::uint32_t i = 0; i < size; ++i) {
    if (blocks.offsets[i] <= bytes && blocks.counts[i] <= bytes - blocks.offsets[i]) continue;
    return fmt::format("block {} of {}, {} B from byte {} on, is outside its {} B", i, what, blocks.counts[i],
                       blocks.offsets[i], bytes);
  }
  return {};
}

std::string error_in_own_block_size(const char* what, std::size_t block, std::size_t own) {
  return block == own ? "" : fmt::format("{} has {} B for this member, whose block has {} B", what, block, own);
}

constexpr const char* kResultDescription = "the result";
constexpr const char* kInputDescription = "what is given";

std::string error_in_gather(const GroupCall& call, std::uint32_t rank, std::uint32_t size) {
  if (!call.has_varying_block_sizes)
    return error_in_equal_blocks(kResultDescription, call.in.size(), call.out.size(), size);
  std::string fault = error_in_block_sizes_and_offsets(kResultDescription, call.output_blocks, call.out.size(), size);
  return fault.empty() ? error_in_own_block_size(kResultDescription, call.output_blocks.counts[rank], call.in.size())
                       : fault;
}

std::string error_in_scatter(const GroupCall& call, std::uint32_t rank, std::uint32_t size) {
  if (!call.has_varying_block_sizes)
    return error_in_equal_blocks(kInputDescription, call.out.size(), call.in.size(), size);
  std::string fault = error_in_block_sizes_and_offsets(kInputDescription, call.input_blocks, call.in.size(), size);
  return fault.empty() ? error_in_own_block_size(kInputDescription, call.input_blocks.counts[rank], call.out.size())
                       : fault;
}

std::string error_in_all_to_all(const GroupCall& call, std::uint32_t rank, std::uint32_t size) {
  if (!call.has_varying_block_sizes) {
    const std::size_t each = call.operation.element_bytes;
    if (call.in.size() % (each * size) == 0) return error_in_input_and_result_sizes(call.in.size(), call.out.size());
    return fmt::format("{} B are not {} blocks of whole elements of {} B", call.in.size(), size, each);
  }
  std::string fault = error_in_block_sizes_and_offsets(kInputDescription, call.input_blocks, call.in.size(), size);
  if (fault.empty())
    fault = error_in_block_sizes_and_offsets(kResultDescription, call.output_blocks, call.out.size(), size);
  if (!fault.empty()) return fault;
  return error_in_own_block_size(kResultDescription, call.output_blocks.counts[rank], call.input_blocks.counts[rank]);
}

std::string error_in_reduce_scatter(const GroupCall& call, std::uint32_t rank, std::uint32_t size) {
  if (std::string fault = error_in_operation(call.operation, call.in.size()); !fault.empty()) return fault;
  const Blocks& blocks = call.output_blocks;
  if (std::string fault = error_in_block_sizes_and_offsets(kInputDescription, blocks, call.in.size(), size);
      !fault.empty())
    return fault;
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (blocks.offsets[i] != next) return fmt::format("block {} does not follow the one before it", i);
    if (blocks.counts[i] % call.operation.element_bytes != 0)
      return error_in_operation(call.operation, blocks.counts[i]);
    next += blocks.counts[i];
  }
  if (next != call.in.size()) return fmt::format("the blocks have {} B, and {} B are given", next, call.in.size());
  return error_in_own_block_size(kInputDescription, blocks.counts[rank], call.out.size());
}

}  // namespace

Blocks contiguous_blocks(std::vector<std::size_t> counts) {
  Blocks blocks{std::move(counts), {}};
  blocks.offsets.reserve(blocks.counts.size());
  std::size_t next = 0;
  for (const std::size_t count : blocks.counts) {
    blocks.offsets.push_back(next);
    next += count;
  }
  return blocks;
}

Blocks blocks_in_bytes(Blocks blocks, std::size_t element_bytes) {
  for (std::size_t& count : blocks.counts) count *= element_bytes;
  for (std::size_t& offset : blocks.offsets) offset *= element_bytes;
  return blocks;
}

std::uint64_t GroupCall::contributed_bytes_if_equal_for_members(std::uint32_t rank) const noexcept {
  if (has_varying_block_sizes) return 0;
  if (kind == Collective::scatter) return out.size();
  if (kind == Collective::broadcast && rank != root) return out.size();
  return in.size();
}

std::string error_in_group_call(const GroupCall& call, std::uint32_t rank, std::uint32_t size) {
  if (has_root(call.kind) && call.root >= size) {
    return fmt::format("there is no rank {}; the group has ranks 0 to {}", call.root, size - 1);
  }
  const bool is_root = rank == call.root;
  switch (call.kind) {
    case Collective::barrier:
    case Collective::broadcast:
    case Collective::global_sync:
      return {};
    case Collective::reduce:
      return error_in_combining(call, is_root);
    case Collective::all_reduce:
    case Collective::scan:
    case Collective::exscan:
      return error_in_combining(call, true);
    case Collective::gather:
      return is_root ? error_in_gather(call, rank, size) : "";
    case Collective::scatter:
      return is_root ? error_in_scatter(call, rank, size) : "";
    case Collective::all_gather:
      return error_in_gather(call, rank, size);
    case Collective::all_to_all:
      return error_in_all_to_all(call, rank, size);
    case Collective::reduce_scatter:
      return error_in_reduce_scatter(call, rank, size);
  }
  return {};
}

}  // namespace switchyard
