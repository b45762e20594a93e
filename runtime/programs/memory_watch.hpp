#pragma once
/// \file memory_watch.hpp
/// Watches the memory of one program that its calls under way read or write, in runs that look for defects: two such
/// calls must not share memory that one of them writes, and the program must leave the memory of a call alone until the
/// call is complete.
///
/// Source: MPI 3.1, sec. 3.7.2 and 5.12.
///
/// Accesses of the program itself are found in two ways. A program that is compiled with --check reports its loads and
/// stores (own_accesses.cpp). For every program, a copy of the memory is made when the call begins, and compared with
/// the memory when the call ends. Data that arrive for the call are kept elsewhere until it is complete, so that they
/// do not count as a change.

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

  /// Adds the bytes from `begin` to `end`. Returns false if there are too many ranges; then the set is empty, and stays
  /// so.
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
  /// Returns the bytes from `begin` to `end` that are in these ranges, as if that memory began at address `moved`.
  ByteRanges part(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t moved) const;
  /// Returns a copy of the bytes of memory in these ranges.
  std::vector<std::byte> contents() const;

 private:
  using Range = std::pair<std::uintptr_t, std::uintptr_t>;

  std::vector<Range> ranges_;  ///< ranges in ascending order after sort()
  bool is_rough_ = false;
};

/// Whether a call reads or writes a piece of memory.
enum class Touch : std::uint8_t { reads, writes };

/// A load or a store of the program itself.
struct OwnAccess {
  std::uintptr_t begin = 0, end = 0;
  bool writes = false;
  const void* place = nullptr;  ///< address in the program's code

  Touch touch() const noexcept { return writes ? Touch::writes : Touch::reads; }
};

/// The interface of objects that are told of the accesses of the program and of its calls to an area of its memory that
/// other nodes may access, such as an MPI window.
class AreaListener {
 public:
  virtual ~AreaListener() = default;
  virtual void hear_access(const OwnAccess& access) = 0;
  /// Called when a call of the program at `site` reads or writes this memory, some of which is in the area.
  virtual void hear_call(CallSite site, const ByteRanges& ranges, Touch touch) = 0;
  /// Called when the program frees memory of the area.
  virtual void hear_free() = 0;
};

/// Watches the memory of one node's program that belongs to calls under way, or to areas such as MPI windows.
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

  /// Checks the memory of a call at `site`: notes a defect if a call under way uses some of the same memory, and one of
  /// the two calls writes it. Tells the listeners of areas in which some of the memory is.
  void check(Node& node, DefectNotes& notes, CallSite site, const ByteRanges& ranges, Touch touch) const;
  /// Begins a call: does what check() does, and then watches the memory of the call until end() or drop().
  Id begin(Node& node, DefectNotes& notes, const Started& start, ByteRanges ranges, Touch touch);
  /// Stops watching for a call that is complete and has not written its data yet. Notes a defect if the memory has
  /// changed.
  void end(Node& node, DefectNotes& notes, CallSite site, Id id);
  /// Stops watching for a call, without a look at whether its memory has changed.
  void drop(Id id);
  /// Notes a defect for each call that is not complete and whose memory the program has freed.
  void note_freed(Node& node, DefectNotes& notes) const;

  /// Tells `listener` of the program's accesses to an area of memory, until remove_area(listener).
  void add_area(std::uintptr_t begin, std::uintptr_t end, AreaListener& listener);
  void remove_area(const AreaListener& listener);

  /// Returns false only if a load or store of these bytes certainly concerns no call under way and no area.
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
