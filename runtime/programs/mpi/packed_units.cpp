#include "runtime/programs/mpi/packed_units.hpp"

#include <algorithm>
#include <cstdint>

namespace switchyard::mpi {

/// Packed values at the beginning of a buffer. Watches the buffer, and keeps its contents: the values and, behind them,
/// what belongs to no packed values.
class PackedValueEndTracker::WatchedPackedBuffer final : public MemoryAccessListener {
 public:
  WatchedPackedBuffer(MemoryWatch& watch, std::span<const std::byte> buffer, PackedValueEnd end)
      : watch_(watch), buffer_(buffer), contents_(buffer.begin(), buffer.end()), packed_value_end_(end) {
    const auto begin = reinterpret_cast<std::uintptr_t>(buffer.data());
    watch_.start_watching_memory_area(begin, begin + buffer.size(), *this);
  }
  ~WatchedPackedBuffer() override { watch_.stop_watching_memory_area(*this); }
  WatchedPackedBuffer(const WatchedPackedBuffer&) = delete;
  WatchedPackedBuffer& operator=(const WatchedPackedBuffer&) = delete;

  void on_program_access(const ProgramLoadOrStore& access) override { is_changed_ = is_changed_ || access.writes; }
  void on_atomic_access(const ProgramAtomicAccess& atomic) override { on_program_access(atomic.load_or_store); }
  void on_atomic_fence(ProgramMemoryOrder) override {}
  void on_buffer_call(const CallUsingBuffer& call, const ByteRanges&) override {
    is_changed_ = is_changed_ || call.read_or_write == ReadOrWrite::writes;
  }
  void on_end_of_buffer_call(std::uint64_t) override {}
  void on_memory_free() override { is_freed_ = true; }

  const std::byte* begin() const noexcept { return buffer_.data(); }
  const PackedValueEnd& end() const noexcept { return packed_value_end_; }
  bool is_buffer_unchanged() const { return !is_freed_ && !is_changed_ && std::ranges::equal(buffer_, contents_); }
  std::size_t buffer_bytes() const noexcept { return buffer_.size(); }

 private:
  MemoryWatch& watch_;
  std::span<const std::byte> buffer_;
  std::vector<std::byte> contents_;
  PackedValueEnd packed_value_end_;
  bool is_changed_ = false, is_freed_ = false;
};

void PackedValueEndTracker::WatchedPackedBufferDeleter::operator()(WatchedPackedBuffer* unit) const noexcept {
  delete unit;
}

void PackedValueEndTracker::add(MemoryWatch& watch, std::span<const std::byte> buffer, std::size_t bytes,
                                CallSite site) {
  constexpr std::size_t kMostUnits = 64, kMostBytes = std::size_t{1} << 16U;
  take_end_of_packed_unit(buffer.data());
  if (bytes == 0 || bytes >= buffer.size() || bytes >= kMostBytes) return;
  if (watched_packed_buffers_.size() >= kMostUnits) watched_packed_buffers_.erase(watched_packed_buffers_.begin());
  watched_packed_buffers_.emplace_back(
      new WatchedPackedBuffer(watch, buffer.first(std::min(buffer.size(), kMostBytes)), {bytes, site}));
}

std::optional<PackedValueEndTracker::PackedValueEnd> PackedValueEndTracker::take_end_of_packed_unit(const void* begin) {
  const auto found = std::ranges::find(watched_packed_buffers_, begin,
                                       [](const WatchedPackedBufferPtr& unit) { return unit->begin(); });
  if (found == watched_packed_buffers_.end()) return std::nullopt;
  const bool is_buffer_unchanged = (*found)->is_buffer_unchanged();
  const PackedValueEnd end = (*found)->end();
  watched_packed_buffers_.erase(found);
  return is_buffer_unchanged ? std::optional(end) : std::nullopt;
}

std::optional<PackedValueEndTracker::PackedValueEnd> PackedValueEndTracker::find_packed_value_end_in_range(
    const void* begin, std::size_t from, std::size_t to) const {
  const auto found = std::ranges::find(watched_packed_buffers_, begin,
                                       [](const WatchedPackedBufferPtr& unit) { return unit->begin(); });
  if (found == watched_packed_buffers_.end()) return std::nullopt;
  const WatchedPackedBuffer& unit = **found;
  const bool is_between = from < unit.end().bytes && unit.end().bytes < to && to <= unit.buffer_bytes();
  return is_between && unit.is_buffer_unchanged() ? std::optional(unit.end()) : std::nullopt;
}

}  // namespace switchyard::mpi
