#pragma once
/// \file memory_watch.hpp
/// Watches the memory that calls under way of one program read or write, in runs that look for
/// defects. Two such calls must not share memory that one of them writes, and the program must
/// leave the memory of a call alone until the call is complete.
///
/// Source: MPI 3.1, sec. 3.7.2 and 5.12.
///
/// The program's own accesses are found in two ways. A program that is compiled with --check
/// reports its loads and stores (own_accesses.cpp). For every program, a copy of the memory is
/// made when a call begins, and compared with the memory when the call ends. Data that arrives for
/// the call is stored elsewhere until the call is complete, so that it does not count as a change.

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/programs/defect_notes.hpp"

namespace switchyard {

/// A set of bytes in memory, stored as ranges of addresses.
class ByteRanges {
 public:
  /// Address of the first byte, and address behind the last byte.
  using Range = std::pair<std::uintptr_t, std::uintptr_t>;

  ByteRanges() = default;
  explicit ByteRanges(std::span<const std::byte> bytes);

  /// Adds the bytes from `begin` to `end` - 1. Returns false if there are too many ranges; the set
  /// is then empty, and remains empty.
  bool add(std::uintptr_t begin, std::uintptr_t end);
  /// Sorts the ranges of addresses. Call this after the last add(), and before any member function that reads the
  /// ranges.
  void sort();

  bool empty() const noexcept { return byte_ranges_.empty(); }
  /// Returns the address of the first byte, and the address behind the last byte. The two are
  /// equal if the set is empty.
  std::pair<std::uintptr_t, std::uintptr_t> address_range() const noexcept {
    return empty() ? Range{} : Range{byte_ranges_.front().first, byte_ranges_.back().second};
  }
  std::span<const Range> ranges() const noexcept { return {byte_ranges_.data(), byte_ranges_.size()}; }
  /// Returns whether two of the ranges have a byte in common.
  bool overlap_each_other() const noexcept;
  bool overlap(const ByteRanges& other) const noexcept;
  bool overlap(std::uintptr_t begin, std::uintptr_t end) const noexcept;
  /// Returns the bytes from `begin` to `end` - 1 that are in these ranges, with their addresses
  /// moved as if `begin` were at `moved`.
  ByteRanges part_moved_to(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t moved) const;
  /// Returns a copy of the contents of memory in these ranges.
  std::vector<std::byte> copy_of_contents() const;
  friend bool operator==(const ByteRanges&, const ByteRanges&) = default;

 private:
  boost::container::small_vector<Range, 1> byte_ranges_;  ///< ranges in ascending order after sort()
  bool has_too_many_ranges_ = false;
};

/// Whether a call of a program reads or writes the memory that is passed to it.
enum class ReadOrWrite : std::uint8_t { reads, writes };

/// A load or a store that the program itself makes, rather than one of its calls.
struct ProgramAccess {
  std::uintptr_t begin = 0, end = 0;
  bool writes = false;
  const void* code_address = nullptr;  ///< address in the program's code

  ReadOrWrite read_or_write() const noexcept { return writes ? ReadOrWrite::writes : ReadOrWrite::reads; }
};

/// The meaning of a C11 memory order for an access or fence. With `is_acquire`, the node of the access learns what was
/// known to the writers of the values that it reads; with `is_release`, the values that the access stores carry what
/// its node knows.
struct ProgramMemoryOrder {
  bool is_acquire = false, is_release = false;
};

/// An atomic access that the program itself makes, such as an atomic_load of C11.
struct ProgramAtomicAccess {
  /// What the access does to the value. It `updates` the value if it reads and stores it in one step.
  enum class AtomicAccessEffect : std::uint8_t { reads, updates, stores };
  ProgramAccess access;
  AtomicAccessEffect effect = AtomicAccessEffect::reads;
  ProgramMemoryOrder order;
  std::uint64_t value_bits_read = 0;  ///< the bits of the value that the access has read
};

/// The interface of objects that are told when the program or its calls access an area of its
/// memory. Other nodes may access such an area too; an example is an MPI window.
class MemoryAccessListener {
 public:
  virtual ~MemoryAccessListener() = default;
  virtual void on_program_access(const ProgramAccess& access) = 0;
  /// This function is called when the program has made an atomic access to the watched area. It may let other nodes
  /// run.
  virtual void on_atomic_access(const ProgramAtomicAccess& access) = 0;
  virtual void on_atomic_fence(ProgramMemoryOrder order) = 0;
  /// A call of the program that uses memory as its buffer.
  struct BufferCall {
    CallSite site;
    ReadOrWrite read_or_write{};
    std::uint64_t id = 0;  ///< number of a call whose end is told, too; 0 if the call only counts when it begins
  };
  /// This function is called when `call` begins, which reads or writes memory in `ranges`. Some of this memory lies in
  /// the watched area.
  virtual void on_buffer_call(const BufferCall& call, const ByteRanges& ranges) = 0;
  /// This function is called when the call with the number `id` does not use its memory any more.
  virtual void on_end_of_buffer_call(std::uint64_t id) = 0;
  /// This function is called when the program frees memory that belongs to the watched area.
  virtual void on_memory_free() = 0;
};

/// Watches the memory of one node's program that is used by calls under way, or is in areas such
/// as MPI windows.
class MemoryWatch {
 public:
  /// The number that identifies a call under way; 0 means no call.
  using CallId = std::uint64_t;
  /// The source line of a call that starts a request, and the source line of the call that made
  /// the request if that was another call.
  struct StartingCall {
    StartingCall(CallSite at, CallSite maker = {}) : site(at), request_creation_site(maker) {}
    CallSite site, request_creation_site;
  };

  /// Sets whether the program reports its loads and stores.
  void set_reports_accesses(bool is_told) noexcept { does_program_report_accesses_ = is_told; }
  void clear() noexcept;

  /// Returns whether calls are under way, or areas of memory are watched.
  bool watches_memory() const noexcept { return !calls_under_way_.empty() || !watched_areas_.empty(); }
  /// Checks the memory of a call at `site`. Notes a defect if a call under way uses some of the
  /// same memory, and one of the two calls writes it. Tells the listeners of areas that contain
  /// some of the memory.
  void check_memory_of_call_at(Node& node, DefectNotes& notes, CallSite site, const ByteRanges& ranges,
                               ReadOrWrite touch) const;
  /// Begins to watch a call: does what check_memory_of_call_at() does, and then watches the call's memory until
  /// check_and_stop_watching_call() or stop_watching_call().
  CallId begin_watching(Node& node, DefectNotes& notes, const StartingCall& start, ByteRanges ranges,
                        ReadOrWrite touch);
  /// Stops watching the memory of a call that is complete, but has not written its data yet. Notes a defect if the
  /// memory has changed since begin_watching().
  void check_and_stop_watching_call(Node& node, DefectNotes& notes, CallSite site, CallId id);
  /// Stops watching the memory of a call, without checking whether the memory has changed.
  void stop_watching_call(CallId id);
  /// This function is called when another node is about to change the memory in `ranges`, as it may in an MPI window.
  /// The program is then not suspected of that change.
  void on_change_by_other_node(const ByteRanges& ranges);
  /// Notes a defect for each incomplete call whose memory the program has freed.
  void note_freed_memory(Node& node, DefectNotes& notes) const;

  /// Begins to tell `listener` about the program's accesses to an area of memory, until remove_area(listener) is
  /// called.
  void add_area(std::uintptr_t begin, std::uintptr_t end, MemoryAccessListener& listener);
  void remove_area(const MemoryAccessListener& listener);

  /// Returns false only if a load or store of these bytes certainly touches neither the memory of a call under way nor
  /// an area of memory that add_area() has added.
  bool may_be_watched(std::uintptr_t begin, std::size_t bytes) const noexcept {
    return begin < watched_end_address_ && begin + bytes > lowest_watched_address_;
  }
  /// A call under way, and whether it reads or writes its memory.
  struct CallUsingMemory {
    StartingCall start;
    ReadOrWrite read_or_write{};
  };
  /// Returns the call under way with which the program's access conflicts, if there is one.
  std::optional<CallUsingMemory> conflicting_call_under_way(const ProgramAccess& access) const;
  void notify_area_listeners(const ProgramAccess& access) const;
  void notify_area_listeners(const ProgramAtomicAccess& atomic) const;
  void notify_area_listeners_of_fence(ProgramMemoryOrder order) const;
  /// This function is called when the program is about to free the memory from `begin` to `end` - 1.
  void on_memory_free(std::uintptr_t begin, std::uintptr_t end);

 private:
  struct WatchedCall {
    CallId id = 0;
    StartingCall start;
    ReadOrWrite read_or_write{};
    ByteRanges ranges;
    std::vector<std::byte> contents_at_start;
    bool is_freed = false;                  ///< whether the program has freed some of the memory
    bool is_changed_by_other_node = false;  ///< whether another node has changed some of the memory
  };
  static std::vector<CallOfNode> call_that_made_request_of(const Node& node, const WatchedCall& call);
  static void note_freed_memory(Node& node, DefectNotes& notes, const WatchedCall& call,
                                std::vector<CallOfNode> others);
  struct WatchedArea {
    std::uintptr_t begin = 0, end = 0;
    MemoryAccessListener* area_listener = nullptr;
  };
  void check_memory_of_call(Node& node, DefectNotes& notes, const MemoryAccessListener::BufferCall& call,
                            const ByteRanges& ranges) const;
  void update_watched_address_range() noexcept;

  std::vector<WatchedCall> calls_under_way_;
  std::vector<WatchedArea> watched_areas_;
  CallId last_call_id_ = 0;
  bool does_program_report_accesses_ = false;
  // The first address of all watched memory and areas, and the address behind the last byte. The range is empty unless
  // the program reports its accesses.
  std::uintptr_t lowest_watched_address_ = std::numeric_limits<std::uintptr_t>::max(), watched_end_address_ = 0;
};

}  // namespace switchyard
