#pragma once
/// \file memory_watch.hpp
/// Watches the memory that the calls under way of one program read or write, in runs that look for defects. Two calls
/// under way must not use the same memory if one of them writes it, and the program must not change the memory of a
/// call until the call is complete (nor read it, if the call writes it).
///
/// Source: MPI 3.1, sec. 3.7.2 and 5.12.
///
/// The program's own accesses are found in two ways. A program that is compiled with --check reports its loads and
/// stores (own_accesses.cpp). For every program, a copy of the memory is made when a call begins, and compared with the
/// memory when the call ends. Data that arrives for the call is stored elsewhere until the call is complete, so that it
/// does not count as a change by the program.

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
  /// A range of memory: the address of its first byte, and the address behind its last byte.
  using Range = std::pair<std::uintptr_t, std::uintptr_t>;

  ByteRanges() = default;
  explicit ByteRanges(std::span<const std::byte> bytes);

  /// Adds the bytes from `begin` to `end` - 1. Returns false if the set would have too many ranges; the set is then
  /// empty, and remains empty.
  bool add(std::uintptr_t begin, std::uintptr_t end);
  /// Sorts the address ranges. Call it after the last add(), and before any function that reads the ranges.
  void sort();

  bool empty() const noexcept { return byte_ranges_.empty(); }
  /// Returns the address of the set's first byte, and the address behind its last byte. The two are equal if the set is
  /// empty.
  std::pair<std::uintptr_t, std::uintptr_t> address_range() const noexcept {
    return empty() ? Range{} : Range{byte_ranges_.front().first, byte_ranges_.back().second};
  }
  std::span<const Range> ranges() const noexcept { return {byte_ranges_.data(), byte_ranges_.size()}; }
  /// Returns whether two of the set's ranges have a byte in common.
  bool overlap_each_other() const noexcept;
  bool overlap(const ByteRanges& other) const noexcept;
  bool overlap(std::uintptr_t begin, std::uintptr_t end) const noexcept;
  /// Returns the bytes from `begin` to `end` - 1 that are in this set, with their addresses shifted by `moved` -
  /// `begin`.
  ByteRanges subrange_with_shifted_addresses(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t moved) const;
  /// Returns a copy of what the memory at these addresses contains.
  std::vector<std::byte> copy_of_contents() const;
  friend bool operator==(const ByteRanges&, const ByteRanges&) = default;

 private:
  boost::container::small_vector<Range, 1> byte_ranges_;  ///< in ascending order of addresses after sort()
  bool has_too_many_ranges_ = false;
};

/// Whether a call of a program reads or writes the memory that is passed to it.
enum class ReadOrWrite : std::uint8_t { reads, writes };

/// A load or a store that the program's own code makes, as opposed to an access by a call that uses the memory as its
/// buffer.
struct ProgramLoadOrStore {
  std::uintptr_t begin = 0, end = 0;
  bool writes = false;
  const void* code_address = nullptr;  ///< address of the load or store instruction in the program's code

  ReadOrWrite read_or_write() const noexcept { return writes ? ReadOrWrite::writes : ReadOrWrite::reads; }
};

/// The meaning of a C11 memory order for an atomic access or fence. With `is_acquire`, the node of the access learns of
/// the events that were known to the writers of the values that it reads; with `is_release`, readers of the values that
/// the access stores learn of the events that its node knows.
struct ProgramMemoryOrder {
  bool is_acquire = false, is_release = false;
};

/// An atomic access that the program's own code makes, such as an atomic_load of C11.
struct ProgramAtomicAccess {
  /// What an atomic access does to a value in memory: reads it, stores a new one, or `reads_and_stores` it, that is,
  /// reads it and stores a new one in one step.
  enum class AtomicAccessEffect : std::uint8_t { reads, reads_and_stores, stores_new_value };
  ProgramLoadOrStore load_or_store;
  AtomicAccessEffect atomic_access_effect = AtomicAccessEffect::reads;
  ProgramMemoryOrder program_memory_order;
  std::uint64_t value_bits_read = 0;  ///< the bits of the value that the atomic access has read
};

/// The interface of objects that are notified when a program, or a call that it makes, accesses a watched area of its
/// memory, such as an MPI window. Other nodes may access the area, too.
class MemoryAccessListener {
 public:
  virtual ~MemoryAccessListener() = default;
  virtual void on_program_access(const ProgramLoadOrStore& access) = 0;
  /// Called when the program has made an atomic access to the watched area. The function may let other nodes run.
  virtual void on_atomic_access(const ProgramAtomicAccess& access) = 0;
  virtual void on_atomic_fence(ProgramMemoryOrder order) = 0;
  /// A call of the program that uses some memory as its buffer, such as an MPI_Send.
  struct CallUsingBuffer {
    CallSite site;
    ReadOrWrite read_or_write{};
    /// Number of the call; on_end_of_buffer_call() will be called with it when the call no longer uses its buffer. It
    /// is 0 for a call that counts only at its beginning.
    std::uint64_t id = 0;
  };
  /// Called when the call `call` begins. It reads or writes the memory in `ranges`, some of which lies in the watched
  /// area.
  virtual void on_buffer_call(const CallUsingBuffer& call, const ByteRanges& ranges) = 0;
  /// Called when the call with the number `id` no longer uses its buffer.
  virtual void on_end_of_buffer_call(std::uint64_t id) = 0;
  /// Called when the program frees memory that belongs to the watched area.
  virtual void on_memory_free() = 0;
};

/// Watches the memory of one node's program that its calls under way use, and areas of its memory such as MPI windows.
class MemoryWatch {
 public:
  /// A number that identifies a watched call under way; 0 means no call.
  using CallId = std::uint64_t;
  /// The source line of a call that starts a request, and the source line of the call that has made the request, if
  /// that is another call, as for persistent requests.
  struct StartingCall {
    StartingCall(CallSite at, CallSite maker = {}) : site(at), request_creation_site(maker) {}
    CallSite site, request_creation_site;
  };

  /// Sets whether the program reports its loads and stores (--check).
  void set_program_access_reporting(bool is_told) noexcept { does_program_report_accesses_ = is_told; }
  void clear() noexcept;

  /// Returns whether any calls are under way whose memory is watched, or any areas of memory are watched.
  bool watches_memory() const noexcept { return !calls_under_way_.empty() || !watched_areas_.empty(); }
  /// Checks the memory that the call at `site` is about to use. Notes a defect if a call under way uses some of the
  /// same memory, and one of the two calls writes it. Notifies the listeners of watched areas that contain some of the
  /// memory.
  void check_memory_used_by_call_at_site(Node& node, NodeDefectRecorder& notes, CallSite site, const ByteRanges& ranges,
                                         ReadOrWrite touch) const;
  /// Begins to watch the memory of a call: checks it as check_memory_used_by_call_at_site() does, and then watches it
  /// until check_and_stop_watching_call() or stop_watching_call() is called.
  CallId begin_watching(Node& node, NodeDefectRecorder& notes, const StartingCall& start, ByteRanges ranges,
                        ReadOrWrite touch);
  /// Stops watching the memory of a call that is complete, before received data is written to the memory. Notes a
  /// defect if the memory has changed since begin_watching().
  void check_and_stop_watching_call(Node& node, NodeDefectRecorder& notes, CallSite site, CallId id);
  /// Stops watching the memory of a call, without checking whether the memory has changed.
  void stop_watching_call(CallId id);
  /// Called when another node is about to change the memory in `ranges`, as it may in an MPI window, so that the
  /// program is not suspected of the change.
  void note_memory_change_by_another_node(const ByteRanges& ranges);
  /// Notes a defect for each call under way whose memory the program has freed.
  void note_freed_memory(Node& node, NodeDefectRecorder& notes) const;

  /// Watches an area of memory: `listener` is notified of the program's accesses to the area, until
  /// stop_watching_memory_area(listener) is called.
  void start_watching_memory_area(std::uintptr_t begin, std::uintptr_t end, MemoryAccessListener& listener);
  void stop_watching_memory_area(const MemoryAccessListener& listener);

  /// Returns false only if these bytes certainly belong neither to the memory of a call under way nor to a watched
  /// area, so that a load or store of them needs no check.
  bool may_contain_watched_memory(std::uintptr_t begin, std::size_t bytes) const noexcept {
    return begin < watched_end_address_ && begin + bytes > lowest_watched_address_;
  }
  /// A call under way, and whether it reads or writes the memory that it uses.
  struct CallUsingMemory {
    StartingCall start;
    ReadOrWrite read_or_write{};
  };
  /// Returns the call under way with which a load or store of the program conflicts, because both use the same memory
  /// and one of them writes it; nothing if there is none.
  std::optional<CallUsingMemory> conflicting_call_under_way(const ProgramLoadOrStore& access) const;
  void notify_memory_access_listeners(const ProgramLoadOrStore& access) const;
  void notify_memory_access_listeners(const ProgramAtomicAccess& atomic) const;
  void notify_memory_access_listeners_of_fence(ProgramMemoryOrder order) const;
  /// Returns whether a call under way uses some of the memory from `begin` to `end` - 1.
  bool is_used(std::uintptr_t begin, std::uintptr_t end) const noexcept;
  /// Called when the program is about to free the memory from `begin` to `end` - 1.
  void on_memory_free(std::uintptr_t begin, std::uintptr_t end);

 private:
  struct WatchedCall {
    CallId id = 0;
    StartingCall start;
    ReadOrWrite read_or_write{};
    ByteRanges ranges;
    std::vector<std::byte> contents_at_start;
    bool is_freed = false;                  ///< whether the program has freed some of the call's memory
    bool is_changed_by_other_node = false;  ///< whether another node has changed some of the call's memory
  };
  static std::vector<CallOfNode> creating_calls_of_persistent_request(const Node& node, const WatchedCall& call);
  static void note_freed_memory(Node& node, NodeDefectRecorder& notes, const WatchedCall& call,
                                std::vector<CallOfNode> others);
  struct WatchedArea {
    std::uintptr_t begin = 0, end = 0;
    MemoryAccessListener* memory_access_listener = nullptr;
  };
  void check_memory_of_call(Node& node, NodeDefectRecorder& notes, const MemoryAccessListener::CallUsingBuffer& call,
                            const ByteRanges& ranges) const;
  void update_watched_address_range() noexcept;

  std::vector<WatchedCall> calls_under_way_;
  std::vector<WatchedArea> watched_areas_;
  CallId last_call_id_ = 0;
  bool does_program_report_accesses_ = false;
  // The first address of all watched memory, and the address behind the last one. The range is empty unless the program
  // reports its loads and stores.
  std::uintptr_t lowest_watched_address_ = std::numeric_limits<std::uintptr_t>::max(), watched_end_address_ = 0;
};

}  // namespace switchyard
