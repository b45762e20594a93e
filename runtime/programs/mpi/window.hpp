#pragma once
/// \file window.hpp
/// A window as one of its members has it: which epochs it is in, and what it waits for.
///
/// Source: MPI 3.1, chapter 11.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "runtime/programs/mpi/own_memory.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/window_service.hpp"
#include "runtime/programs/mpi/window_witness.hpp"

namespace switchyard::mpi {

/// The awaited answer to a get, or to an atomic access that returns values. It is stored where the program wants it.
struct AwaitedAnswer {
  int target = 0;
  Handle handle;                           ///< empty if `request` has the handle instead
  MPI_Request request = MPI_REQUEST_NULL;  ///< the program's request for this access, if any
  MessagePart part;
  std::vector<std::byte> packed;
  MemoryWatch::Id touch = 0;  ///< the watch of the memory in which it is stored
  bool is_taken = false;

  /// Stores the values of the answer in the program's memory. Needs: the answer has arrived.
  void take();
};

class Window {
 public:
  /// What all members know of one member's memory in the window: its size, and its displacement unit.
  struct Shape {
    std::uint64_t bytes = 0;
    std::int64_t unit = 1;
  };
  enum class Fence : std::uint8_t { closed, open, used };  ///< used: there were accesses since the fence
  struct Exposure {
    std::vector<Handle> posts;  ///< sends to the origins
    std::vector<Handle> completions;
  };

  struct Lock {
    bool asked = true;  ///< false: the target was not asked, by MPI_MODE_NOCHECK
    bool is_exclusive = false;
  };

  explicit Window(CommunicatorPtr of) : comm(std::move(of)) {}

  bool is_shared() const noexcept { return flavor == MPI_WIN_FLAVOR_SHARED; }
  bool is_dynamic() const noexcept { return flavor == MPI_WIN_FLAVOR_DYNAMIC; }
  /// Whether this node holds a lock of the member; request-based accesses and flushes need one.
  bool is_locked(int rank) const { return locks_all || locks.contains(rank); }
  /// Returns the address of the memory of a member. Needs: the window is shared, or the member is this node.
  std::byte* memory_of(std::size_t rank) const;
  Tag next_answer() noexcept { return Tag{answers_++}; }

  CommunicatorPtr comm;  ///< the window's own: nothing else is sent on it
  std::shared_ptr<WindowService> service;
  Handle serving;  ///< complete once the service has stopped
  std::vector<Shape> shapes;
  CallSite site;                                      ///< where it was made
  void* allocated = nullptr;                          ///< from the program's heap, if MPI has allocated it
  std::multiset<const void*> attached_without_bytes;  ///< where memory of 0 B is attached to a dynamic window

  // Properties of the window that programs can query.
  void* base = nullptr;
  MPI_Aint size = 0;
  int unit = 1, flavor = MPI_WIN_FLAVOR_CREATE, model = MPI_WIN_UNIFIED;
  ErrorHandlerPtr error_handler;
  Attributes attributes;
  std::string name;
  Info info;

  // The epochs that the window is in.
  Fence fence = Fence::closed;
  std::optional<std::vector<int>> started;  ///< ranks, between MPI_Win_start and MPI_Win_complete
  std::optional<Exposure> exposure;         ///< between MPI_Win_post and MPI_Win_wait
  std::vector<int> origins;                 ///< of the last exposure
  std::map<int, Lock> locks;                ///< by rank
  bool locks_all = false;
  bool has_asked_all = false;
  CallSite epoch_call;  ///< the last call that has opened an epoch, or has accessed memory since a fence

  /// The sends of requests to targets that are under way. The window keeps copies of the requests, so that an access is
  /// complete at its origin at once.
  struct Outgoing {
    static constexpr std::size_t kMost = 64;
    std::vector<Handle> sends;
    std::deque<std::vector<std::byte>> copies;  ///< copy i is that of send i; others are to be used again
  };
  Outgoing outgoing;
  std::set<int> touched;  ///< targets of accesses that may not be done yet
  std::vector<std::shared_ptr<AwaitedAnswer>> awaited;
  std::vector<std::pair<int, MemoryWatch::Id>> read;  ///< targets, and memory that accesses to them read here
  std::vector<std::unique_ptr<OwnMemory>> own;        ///< empty unless the run looks for defects

 private:
  std::uint32_t answers_ = WindowService::kFirstAnswer;
};
using WindowPtr = std::shared_ptr<Window>;

/// Returns the window of a handle. Fails with MPI_ERR_WIN if the handle refers to none. Later errors of the call go to
/// this window's error handler.
const WindowPtr& window_of(Call& call, MPI_Win win);
/// Returns the name by which a WindowWitness, which checks one-sided accesses, knows a window.
WindowWitness::Name name_of(const Window& window);
/// Notes that this node's accesses to these targets are complete, or to all targets if none are named. Call it before
/// other members can know that.
void complete_accesses(Call& call, const Window& window, const std::vector<int>& targets = {});

/// Fails with MPI_ERR_RMA_SYNC because of the epochs that the window is in; names the call that has opened the last
/// one.
template <class... Arguments>
[[noreturn]] void fail_in_epoch(Call& call, const Window& window, fmt::format_string<Arguments...> format,
                                Arguments&&... arguments) {
  if (window.epoch_call != CallSite{})
    call.process.notes.note(call.node, DefectClass::epoch_lifecycle, window.epoch_call,
                            "its epoch is not closed by then");
  fail(MPI_ERR_RMA_SYNC, format, std::forward<Arguments>(arguments)...);
}

/// Fails with MPI_ERR_RANK unless the rank is a member, or MPI_PROC_NULL.
void check_target(const Window& window, int rank);

/// Sends a request to a target. The window keeps a copy of it, and of the part of its body that goes in the same
/// message, until it has left.
void post_request(Call& call, Window& window, NodeId target, const WindowRequest& request,
                  std::span<const std::byte> layout = {}, std::span<const std::byte> data = {});
/// Sends a request without data to each of the targets, and waits for the error codes that they answer.
std::vector<std::int32_t> ask(Call& call, Window& window, WindowRequest request, std::span<const int> targets);
/// Lets other nodes access this node's memory, in a call that waits for nothing. A program may make such calls in a
/// loop until its memory changes, so that each takes as long as a test.
void serve_others(Call& call, const Window& window);
/// Waits until the accesses to these targets are done at the targets, and their results are stored here. Fails if one
/// of the accesses was out of range.
void flush(Call& call, Window& window, std::span<const int> targets);
void flush_all(Call& call, Window& window);
/// Flushes these targets and gives back their locks, even if an access has failed.
void release(Call& call, Window& window, std::span<const int> targets);
/// Waits for the answers to accesses to these targets, and stores them where the program wants them.
void take_answers(Call& call, Window& window, std::span<const int> targets);
/// Ends the service of a window. Needs: no member accesses the window any more.
void stop_service(Node& node, Window& window, CallSite site);

/// Returns the bindings of the functions that make, free and query windows.
Bindings window_bindings();
/// Returns the bindings of the functions for fences, posts and starts, locks and flushes.
Bindings window_epoch_bindings();
/// Returns the bindings of put, get, accumulate and their relatives.
Bindings window_access_bindings();

}  // namespace switchyard::mpi
