#pragma once
/// \file memory_watch.hpp
/// The memory of one program that calls under way read or write, where defects are looked for: two of them must not
/// share memory that one writes, and the program must leave it alone until they are complete.
///
/// Source: MPI 3.1, sec. 3.7.2 and 5.12.
///
/// What the program does in between is seen in two ways. A program that is compiled with --check tells its loads and
/// stores (own_accesses.cpp). Of any program, a copy of the memory is made when the call begins, and compared when it
/// ends. So that what arrives does not count as a change, it waits beside the memory until the call is complete.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/programs/defect_notes.hpp"

namespace switchyard {

/// A set of bytes of memory, as ranges.
class ByteRanges {
 public:
  ByteRanges() = default;
  explicit ByteRanges(std::span<const std::byte> bytes);

  /// Adds bytes. Returns false if there are too many pieces; then the ranges are empty, and stay so.
  bool add(std::uintptr_t begin, std::uintptr_t end);
  /// Puts the ranges in order. Call it after the last add() and before the functions below.
  void sort();

  bool empty() const noexcept { return ranges_.empty(); }
  /// Returns the address of the first byte and that behind the last one, which are equal if there is no byte.
  std::pair<std::uintptr_t, std::uintptr_t> hull() const noexcept {
    return empty() ? Range{} : Range{ranges_.front().first, ranges_.back().second};
  }
  bool overlap(const ByteRanges& other) const noexcept;
  bool overlap(std::uintptr_t begin, std::uintptr_t end) const noexcept;
  /// Returns a copy of the bytes.
  std::vector<std::byte> contents() const;

 private:
  using Range = std::pair<std::uintptr_t, std::uintptr_t>;

  std::vector<Range> ranges_;  ///< in order, and apart
  bool is_rough_ = false;
};

/// What a call does with memory.
enum class Touch : std::uint8_t { reads, writes };

/// A load or a store of the program itself.
struct OwnAccess {
  std::uintptr_t begin = 0, end = 0;
  bool writes = false;
  const void* place = nullptr;  ///< address in the program's code

  Touch touch() const noexcept { return writes ? Touch::writes : Touch::reads; }
};

/// Is told what the program itself does with an area of its memory that other nodes may access.
class AreaListener {
 public:
  virtual ~AreaListener() = default;
  virtual void hear_access(const OwnAccess& access) = 0;
  /// Called when the program has freed the memory.
  virtual void hear_free() = 0;
};

/// The memory of one node's program that calls under way, and areas such as windows, use.
class MemoryWatch {
 public:
  /// The number of a call under way, or 0 for none.
  using Id = std::uint64_t;
  /// The place of a call that starts a request, and the place where the request was made if another call has made it.
  struct Started {
    Started(CallSite at, CallSite maker = {}) : site(at), made(maker) {}
    CallSite site, made;
  };

  /// Sets whether the program reports its loads and stores.
  void listen(bool is_told) noexcept { is_told_ = is_told; }
  void clear() noexcept;

  /// Notes a defect if a call under way works on the same memory, and one of both writes it.
  void check(Node& node, DefectNotes& notes, CallSite site, const ByteRanges& ranges, Touch touch) const;
  /// Does what check() does, and then watches the memory until end() or drop().
  Id begin(Node& node, DefectNotes& notes, const Started& start, ByteRanges ranges, Touch touch);
  /// Stops watching for a call that is complete and has not written its data yet. Notes a defect if the memory has
  /// changed.
  void end(Node& node, DefectNotes& notes, CallSite site, Id id);
  /// Stops watching, without a look at the memory.
  void drop(Id id);
  /// Notes a defect for each call that is not complete and whose memory the program has freed.
  void note_freed(Node& node, DefectNotes& notes) const;

  /// Tells `listener` what the program does with the memory, until remove_area(listener).
  void add_area(std::uintptr_t begin, std::uintptr_t end, AreaListener& listener);
  void remove_area(const AreaListener& listener);

  /// Returns whether a load or store of these bytes may concern a call under way or an area. It may be wrong with true.
  bool may_concern(std::uintptr_t begin, std::size_t bytes) const noexcept {
    return begin < high_ && begin + bytes > low_;
  }
  /// A call under way, and what it does with its memory.
  struct User {
    Started start;
    Touch touch{};
  };
  /// Returns the call under way that the access disturbs, if there is one.
  std::optional<User> disturbed_by(const OwnAccess& access) const;
  void tell_areas(const OwnAccess& access) const;
  /// Called when the program is about to free this memory.
  void hear_free(std::uintptr_t begin, std::uintptr_t end);

 private:
  struct UnderWay {
    Id id = 0;
    Started start;
    Touch touch{};
    ByteRanges ranges;
    std::vector<std::byte> before;
    bool is_freed = false;  ///< whether the program has freed some of the memory
  };
  static std::vector<Caller> makers_of(const Node& node, const UnderWay& call);
  static void note_freed(Node& node, DefectNotes& notes, const UnderWay& call, std::vector<Caller> others);
  struct Area {
    std::uintptr_t begin = 0, end = 0;
    AreaListener* listener = nullptr;
  };
  void measure() noexcept;

  std::vector<UnderWay> under_way_;
  std::vector<Area> areas_;
  Id last_ = 0;
  bool is_told_ = false;
  // The first byte of all watched memory and areas, and the one behind the last, if the program reports its accesses.
  std::uintptr_t low_ = std::numeric_limits<std::uintptr_t>::max(), high_ = 0;
};

}  // namespace switchyard
