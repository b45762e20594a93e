#include "runtime/programs/mpi/packed_units.hpp"

#include <algorithm>
#include <cstdint>

namespace switchyard::mpi {

/// Packed values at the beginning of a buffer. Watches the buffer, and keeps its contents: the values and, behind them,
/// what belongs to no packed values.
class PackedUnits::PackedUnit final : public MemoryAccessListener {
 public:
  PackedUnit(MemoryWatch& watch, std::span<const std::byte> buffer, PackedUnitEnd end)
      : watch_(watch), buffer_(buffer), contents_(buffer.begin(), buffer.end()), end_(end) {
    const auto begin = reinterpret_cast<std::uintptr_t>(buffer.data());
    watch_.add_area(begin, begin + buffer.size(), *this);
  }
  ~PackedUnit() override { watch_.remove_area(*this); }
  PackedUnit(const PackedUnit&) = delete;
  PackedUnit& operator=(const PackedUnit&) = delete;

  void on_program_access(const ProgramAccess& access) override { is_changed_ = is_changed_ || access.writes; }
  void on_atomic_access(const ProgramAtomicAccess& atomic) override { on_program_access(atomic.access); }
  void on_atomic_fence(ProgramMemoryOrder) override {}
  void on_buffer_call(const BufferCall& call, const ByteRanges&) override {
    is_changed_ = is_changed_ || call.read_or_write == ReadOrWrite::writes;
  }
  void on_end_of_buffer_call(std::uint64_t) override {}
  void on_memory_free() override { is_freed_ = true; }

  const std::byte* begin() const noexcept { return buffer_.data(); }
  const PackedUnitEnd& end() const noexcept { return end_; }
  bool is_certain() const { return !is_freed_ && !is_changed_ && std::ranges::equal(buffer_, contents_); }
  std::size_t room() const noexcept { return buffer_.size(); }

 private:
  MemoryWatch& watch_;
  std::span<const std::byte> buffer_;
  std::vector<std::byte> contents_;
  PackedUnitEnd end_;
  bool is_changed_ = false, is_freed_ = false;
};

void PackedUnits::PackedUnitDeleter::operator()(PackedUnit* unit) const noexcept { delete unit; }

void PackedUnits::add(MemoryWatch& watch, std::span<const std::byte> buffer, std::size_t bytes, CallSite site) {
  constexpr std::size_t kMostUnits = 64, kMostBytes = std::size_t{1} << 16U;
  take(buffer.data());
  if (bytes == 0 || bytes >= buffer.size() || bytes >= kMostBytes) return;
  if (units_.size() >= kMostUnits) units_.erase(units_.begin());
  units_.emplace_back(new PackedUnit(watch, buffer.first(std::min(buffer.size(), kMostBytes)), {bytes, site}));
}

std::optional<PackedUnits::PackedUnitEnd> PackedUnits::take(const void* begin) {
  const auto found = std::ranges::find(units_, begin, [](const PackedUnitPtr& unit) { return unit->begin(); });
  if (found == units_.end()) return std::nullopt;
  const bool is_certain = (*found)->is_certain();
  const PackedUnitEnd end = (*found)->end();
  units_.erase(found);
  return is_certain ? std::optional(end) : std::nullopt;
}

std::optional<PackedUnits::PackedUnitEnd> PackedUnits::find_end_between(const void* begin, std::size_t from,
                                                                        std::size_t to) const {
  const auto found = std::ranges::find(units_, begin, [](const PackedUnitPtr& unit) { return unit->begin(); });
  if (found == units_.end()) return std::nullopt;
  const PackedUnit& unit = **found;
  const bool is_between = from < unit.end().bytes && unit.end().bytes < to && to <= unit.room();
  return is_between && unit.is_certain() ? std::optional(unit.end()) : std::nullopt;
}

}  // namespace switchyard::mpi
