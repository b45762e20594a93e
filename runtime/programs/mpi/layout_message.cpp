#include "runtime/programs/mpi/layout_message.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

namespace switchyard::mpi {
namespace {

template <class T>
void append_value(std::vector<std::byte>& to, const T& value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  to.insert(to.end(), bytes.begin(), bytes.end());
}

template <class T>
T read_value(std::span<const std::byte>& from) {
  T value;
  std::memcpy(&value, from.data(), sizeof value);
  from = from.subspan(sizeof value);
  return value;
}

LayoutPtr read_next_layout(std::span<const std::byte>& from) {
  if (read_value<bool>(from)) return layout_of(read_value<NamedType>(from));
  const auto lower_bound = read_value<std::int64_t>(from), extent = read_value<std::int64_t>(from);
  std::vector<StridedElementSequence> runs(read_value<std::uint64_t>(from));
  for (StridedElementSequence& run : runs) {
    run.displacement = read_value<std::int64_t>(from);
    run.count = read_value<std::uint64_t>(from);
    run.stride = read_value<std::int64_t>(from);
    run.element_layout = read_next_layout(from);
  }
  return resized_layout(std::make_shared<const TypeLayout>(std::move(runs)), lower_bound, extent);
}

}  // namespace

void write_layout(const TypeLayout& layout, std::vector<std::byte>& to) {
  append_value(to, layout.is_named());
  if (layout.is_named()) return append_value(to, layout.named_type());
  append_value(to, layout.lower_bound());
  append_value(to, layout.extent());
  append_value(to, std::uint64_t{layout.element_runs().size()});
  for (const StridedElementSequence& run : layout.element_runs()) {
    append_value(to, run.displacement);
    append_value(to, run.count);
    append_value(to, run.stride);
    write_layout(*run.element_layout, to);
  }
}

LayoutPtr read_layout(std::span<const std::byte> from) { return read_next_layout(from); }

std::optional<NamedType> common_predefined_type_of(const TypeLayout& layout) {
  if (layout.is_named()) return layout.named_type();
  std::optional<NamedType> only;
  for (const StridedElementSequence& run : layout.element_runs()) {
    if (run.count == 0 || run.element_layout->size() == 0) continue;
    const auto part = common_predefined_type_of(*run.element_layout);
    if (!part || (only && *only != *part)) return std::nullopt;
    only = part;
  }
  return only;
}

}  // namespace switchyard::mpi
