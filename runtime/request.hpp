#pragma once
/// \file request.hpp
/// The record of one send or receive, shared by the node that posts it and the clock that carries it out.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <source_location>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// How a message travels, where a machine knows more than one way. Asking a machine for one that it lacks is an error.
enum class Protocol : std::uint8_t {
  automatic,  ///< what the machine does when a program says nothing
  forced,     ///< iPSC/860: no reservation; discarded where no receive is posted
  unforced,   ///< iPSC/860: stored in a system buffer where no receive is posted; long ones reserve it first
  bulk,       ///< a bulk transfer to a port; `data` is its Gather
  library,    ///< messages inside a collective: received into buffers that the library has prepared
};

/// Which way a message takes, where a machine lets each message choose. Asking for one that it lacks is an error.
enum class Route : std::uint8_t {
  automatic,  ///< the machine's usual route
  xy,         ///< mesh: along the row first, then along the column
  yx,         ///< mesh: along the column first, then along the row; elsewhere Routes::second_route
};

/// Receive from whichever node sends first.
inline constexpr NodeId kAnyNode{std::numeric_limits<std::uint32_t>::max()};

/// Tags from here on belong to the collectives.
inline constexpr std::uint32_t kFirstCollectiveTag = 0x80000000U;

/// One cache line. The node fills it before handing it over; from then until `complete` only the clock touches it.
struct alignas(kCacheLine) Request {
  enum class Kind : std::uint8_t { send, receive };

  Kind kind = Kind::send;
  Protocol protocol = Protocol::automatic;
  bool complete = false;
  bool live = false;  ///< posted, and not waited for yet
  Route route = Route::automatic;
  bool has_data = false;  ///< whether `bytes` was above 0 when it was posted: its node may always look
  NodeId owner{};         ///< the node that posted it
  NodeId peer{};          ///< destination, or source (kAnyNode for any); the true source once complete
  Tag tag{};
  std::uint32_t generation = 0;  ///< tells a stale handle from a live one
  std::uint32_t number = 0;      ///< counts the node's sends: seeds their random delays; of a receive, the fabric's
  std::byte* data = nullptr;     ///< what to send (only read), or where to receive
  std::uint64_t bytes = 0;       ///< size to send; room to receive, then the size received
  Request* next = nullptr;       ///< link of the one queue that it stands in
  std::source_location site;

  void retire_handles() noexcept { ++generation; }
};
static_assert(sizeof(Request) == kCacheLine);

/// Requests of one node; addresses stay valid. Owner thread only. The thread keeps their memory for its next node.
class RequestPool {
 public:
  RequestPool() = default;
  RequestPool(const RequestPool&) = delete;
  RequestPool& operator=(const RequestPool&) = delete;
  ~RequestPool() {
    auto& spare = spare_chunks();
    if (live_ > 0 || spare.size() + chunks_.size() > kMostSpare) return;
    spare.insert(spare.end(), std::make_move_iterator(chunks_.begin()), std::make_move_iterator(chunks_.end()));
  }

  Request& acquire() {
    if (free_ == nullptr) grow();
    Request& request = *free_;
    free_ = request.next;
    request.next = nullptr;
    request.complete = false;
    request.live = true;
    ++live_;
    return request;
  }
  void release(Request& request) noexcept {
    request.retire_handles();
    request.live = false;
    request.next = free_;
    free_ = &request;
    --live_;
  }
  std::size_t live() const noexcept { return live_; }
  /// The live request at the lowest place. Needs live() > 0.
  const Request& any_live() const noexcept {
    for (const auto& chunk : chunks_) {
      const Request* end = chunk.get() + kChunk;
      const Request* found = std::find_if(chunk.get(), chunk.get() + kChunk, [](const Request& r) { return r.live; });
      if (found != end) return *found;
    }
    return chunks_.front()[0];
  }

 private:
  using Chunk = std::unique_ptr<Request[]>;
  static constexpr std::size_t kChunk = 32;
  static constexpr std::size_t kMostSpare = 4096;

  static std::vector<Chunk>& spare_chunks() {
    thread_local std::vector<Chunk> chunks;
    return chunks;
  }
  static Chunk take_chunk() {
    auto& spare = spare_chunks();
    if (spare.empty()) return std::make_unique<Request[]>(kChunk);
    Chunk chunk = std::move(spare.back());
    spare.pop_back();
    return chunk;
  }
  void grow() {
    chunks_.push_back(take_chunk());
    for (std::size_t i = kChunk; i-- > 0;) {  // so that requests are handed out in address order
      chunks_.back()[i].next = free_;
      free_ = &chunks_.back()[i];
    }
  }
  std::vector<Chunk> chunks_;
  Request* free_ = nullptr;
  std::size_t live_ = 0;
};

}  // namespace switchyard
